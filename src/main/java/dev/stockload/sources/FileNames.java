package dev.stockload.sources;

/** Names that others gave to files, as this machine takes them. */
final class FileNames {
    private static final int LONGEST = 150;

    private FileNames() {}

    /**
     * A name that leads nowhere else: without folders, control characters and what Windows minds.
     */
    static String local(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String plain = last.replaceAll("[\\p{Cntrl}:*?\"<>|]", "_").strip();
        if (plain.isEmpty() || plain.equals(".") || plain.equals("..")) {
            return "sheet";
        }
        // The end of a name tells its kind.
        return plain.length() <= LONGEST ? plain : plain.substring(plain.length() - LONGEST);
    }
}
