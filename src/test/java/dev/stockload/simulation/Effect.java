package dev.stockload.simulation;

/** What a process does that the world can see; before each the scheduler may step in. */
enum Effect {
    /** It asks for a connection to the database. */
    CONNECT,
    STATEMENT,
    COMMIT,
    /** The transaction is committed, and the process is about to hear of it. */
    COMMITTED,
    /** A request is about to leave. */
    SEND,
    /** A request has left, and its answer is awaited. */
    ANSWER,
    REST,
    /** Somebody who looks on is told. */
    NOTICE
}
