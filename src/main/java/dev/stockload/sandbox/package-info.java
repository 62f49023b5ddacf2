/**
 * The sandbox service. It shares no class with the client, so that it does not repeat the client's
 * mistakes.
 */
package dev.stockload.sandbox;
