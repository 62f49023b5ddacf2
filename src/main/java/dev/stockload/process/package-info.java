/** Basics of a process: time, a request to stop, threads, and explanations of faults. */
package dev.stockload.process;
