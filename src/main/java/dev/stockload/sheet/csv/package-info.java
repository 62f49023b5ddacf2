/** CSV text, split by a parser of our own. */
package dev.stockload.sheet.csv;
