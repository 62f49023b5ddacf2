/** Reads files as rows and writes tables; no other package uses POI, OpenCSV or jsoup. */
package dev.stockload.sheet;
