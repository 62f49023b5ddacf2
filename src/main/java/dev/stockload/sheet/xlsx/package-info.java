/** Excel workbooks by a reader of our own, since a million rows have thirty million tags. */
package dev.stockload.sheet.xlsx;
