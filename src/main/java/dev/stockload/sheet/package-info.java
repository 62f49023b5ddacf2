/** Files of all kinds become rows with their place, and tables are written; POI ends here. */
package dev.stockload.sheet;
