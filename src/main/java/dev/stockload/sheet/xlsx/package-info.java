/** Excel workbooks, with a fast XML reader of our own. */
package dev.stockload.sheet.xlsx;
