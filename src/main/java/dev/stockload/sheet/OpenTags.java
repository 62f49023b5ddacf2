package dev.stockload.sheet;

/** The names of the tags that are open, so that an end tag is known to be that of its start. */
final class OpenTags {
    private static final int DEEPEST = 256;

    private final int[] names = new int[DEEPEST];
    private int depth;
    private boolean isRootClosed;
    private boolean areNested = true;

    /** Opens a tag, by the hash of its name. */
    void start(int name) {
        if (depth == DEEPEST) {
            throw SheetXml.damaged("has too many tags inside each other");
        }
        if (isRootClosed) {
            throw SheetXml.damaged("goes on behind its end");
        }
        names[depth++] = name;
    }

    void end(int name) {
        areNested &= depth > 0 && names[--depth] == name;
        isRootClosed = depth == 0;
    }

    /** Whether every end tag up to here was that of its start. */
    boolean areNested() {
        return areNested;
    }

    /** How many tags are open. */
    int depth() {
        return depth;
    }

    /** Whether no tag is open, before the first or behind the last. */
    boolean isOutside() {
        return depth == 0;
    }

    /** Whether the first tag was closed, and so all of them. */
    boolean isRootClosed() {
        return isRootClosed;
    }
}
