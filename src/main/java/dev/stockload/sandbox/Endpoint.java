package dev.stockload.sandbox;

/** What one path does. */
interface Endpoint {
    Answer answer(Request request);
}
