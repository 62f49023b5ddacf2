/**
 * Files of all kinds become rows with their place, and tables are written; POI, OpenCSV and jsoup
 * end here.
 */
package dev.stockload.sheet;
