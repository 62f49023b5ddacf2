/** Which column of a sheet is about what. */
package dev.stockload.sheet.header;
