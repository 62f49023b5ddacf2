package dev.stockload.benchmark;

/** What a reader counted; readers that did the same work agree. */
record Tally(long rows, long accepted, long rejected, long held, long colours) {}
