package dev.stockload.sheet;

/** The names of the tags that are open, so that an end tag is known to be that of its start. */
final class OpenTags {
    private static final int DEEPEST = 256;

    private final int[] names = new int[DEEPEST];
    private int depth;
    private boolean areNested = true;

    /** Opens a tag, by the hash of its name. */
    void start(int name) {
        if (depth == DEEPEST) {
            throw SheetXml.damaged("has too many tags inside each other");
        }
        names[depth++] = name;
    }

    void end(int name) {
        areNested &= depth > 0 && names[--depth] == name;
    }

    boolean areClosed() {
        return areNested && depth == 0;
    }

    boolean areNested() {
        return areNested;
    }
}
