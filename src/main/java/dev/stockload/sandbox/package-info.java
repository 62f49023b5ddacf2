/** The sandbox service. It shares no class with the client, so as not to repeat its mistakes. */
package dev.stockload.sandbox;
