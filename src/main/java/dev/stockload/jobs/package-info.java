/** When jobs run, what they import, and who is told. */
package dev.stockload.jobs;
