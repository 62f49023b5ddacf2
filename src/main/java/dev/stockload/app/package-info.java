/**
 * What Stockload can do, put together in one place: in this process, or through the one that
 * serves.
 */
package dev.stockload.app;
