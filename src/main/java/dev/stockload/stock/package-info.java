/** The domain in plain Java: sizes, colours, limits of the merchant, hashes. */
package dev.stockload.stock;
