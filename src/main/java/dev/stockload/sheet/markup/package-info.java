/** Sheets that are written in tags: OpenDocument, XML Spreadsheet 2003, HTML by jsoup. */
package dev.stockload.sheet.markup;
