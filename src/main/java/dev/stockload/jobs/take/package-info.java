/** Which files of a job are new, and what becomes of them. */
package dev.stockload.jobs.take;
