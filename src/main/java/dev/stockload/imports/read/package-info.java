/** Stage and settle: enters a sheet in the book, with the merchant's products. */
package dev.stockload.imports.read;
