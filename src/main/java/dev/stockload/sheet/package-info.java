/** Files become rows with their place; POI, OpenCSV and jsoup end here. */
package dev.stockload.sheet;
