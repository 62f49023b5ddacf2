/** Which processes are alive. */
package dev.stockload.runs.lock;
