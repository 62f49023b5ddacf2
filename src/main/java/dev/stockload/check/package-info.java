/** Turns rows into colours or problems. */
package dev.stockload.check;
