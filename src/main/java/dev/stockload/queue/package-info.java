/** Accepted imports wait here for their account; they continue after a restart. */
package dev.stockload.queue;
