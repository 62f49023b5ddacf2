/** Turns rows into colours or problems, and writes the report. */
package dev.stockload.check;
