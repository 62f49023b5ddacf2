/**
 * What all readers of sheets fill: blocks of rows, cells as they are stored, what is hidden or
 * merged.
 */
package dev.stockload.sheet.rows;
