/** What a process works with: time, a request to stop, threads, and faults in words for people. */
package dev.stockload.process;
