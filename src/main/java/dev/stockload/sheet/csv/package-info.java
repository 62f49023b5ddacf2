/** CSV text; records are cut here. */
package dev.stockload.sheet.csv;
