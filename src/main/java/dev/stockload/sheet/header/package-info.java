/** Finds the header of a sheet and the meaning of its columns. */
package dev.stockload.sheet.header;
