package dev.stockload.simulation;

/**
 * Whether the program decides by the book of stock: then the model asks by its rules, and plans
 * around them are played. Switched on by {@code -Dsimulation.book=true}.
 */
final class Book {
    private static final boolean ON = Boolean.getBoolean("simulation.book");

    private Book() {}

    static boolean isOn() {
        return ON;
    }
}
