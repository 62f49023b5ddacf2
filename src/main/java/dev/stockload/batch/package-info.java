/** Spring Batch over the database, and the locks that a process takes before it works. */
package dev.stockload.batch;
