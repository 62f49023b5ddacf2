/** Finds the new files of a job, copies them, and moves them away once imported. */
package dev.stockload.jobs.take;
