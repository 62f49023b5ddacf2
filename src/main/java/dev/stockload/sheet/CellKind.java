package dev.stockload.sheet;

/** What a cell holds, as stored in the file and not as displayed. */
public enum CellKind {
    TEXT,
    NUMBER,
    DATE,
    BOOLEAN,
    ERROR,
    /** A formula of which the file has no result. */
    UNCALCULATED
}
