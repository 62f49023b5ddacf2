/** What all readers of sheets share: blocks of rows, cell values, hidden and merged cells. */
package dev.stockload.sheet.rows;
