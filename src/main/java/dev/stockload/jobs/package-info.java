/** Runs jobs by schedule or on request, and notifies people of the result. */
package dev.stockload.jobs;
