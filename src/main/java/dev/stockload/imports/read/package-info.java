/** Stage and settle: the sheet with the merchant's products becomes part of the book. */
package dev.stockload.imports.read;
