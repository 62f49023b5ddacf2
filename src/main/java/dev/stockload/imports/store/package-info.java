/** Reading the stock of a whole store, slowly; a sheet of it, and an empty one for its products. */
package dev.stockload.imports.store;
