package dev.stockload;

/**
 * How much the tests play that play at random or kill: some in each build, a hundred times as much
 * with {@code -Prounds=100}.
 */
public final class Rounds {
    private static final int TIMES = Integer.getInteger("stockload.rounds", 1);

    static {
        if (TIMES != 1) {
            System.err.println("stockload.rounds: " + TIMES + " times as much as in the build");
        }
    }

    private Rounds() {}

    /** So many times, and as many more as were asked for. */
    public static int of(int inBuild) {
        return inBuild * TIMES;
    }
}
