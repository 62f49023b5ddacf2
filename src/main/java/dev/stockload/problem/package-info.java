/** What is wrong with a sheet: a place, what was found there, and what to do. */
package dev.stockload.problem;
