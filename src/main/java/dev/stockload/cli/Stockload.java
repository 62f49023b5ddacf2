package dev.stockload.cli;

/** The program. */
public final class Stockload {
    private Stockload() {}

    public static void main(String[] args) {
        System.out.println("hello ü 货号 " + String.join(",", args));
    }
}
