/** Sheets in markup: OpenDocument, XML Spreadsheet 2003, and HTML with jsoup. */
package dev.stockload.sheet.markup;
