/** Which processes are alive, and which of them works for an account. */
package dev.stockload.runs.lock;
