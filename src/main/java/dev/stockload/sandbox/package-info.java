/**
 * The stand-in service. It shares no class with the client, so that it cannot agree with our
 * mistakes.
 */
package dev.stockload.sandbox;
