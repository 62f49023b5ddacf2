/** Job definitions, when they run, and who is told. */
package dev.stockload.jobs;
