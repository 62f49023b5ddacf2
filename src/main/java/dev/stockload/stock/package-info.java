/**
 * The domain in plain Java: sizes, colours, problems and their messages, limits of the merchant,
 * hashes.
 */
package dev.stockload.stock;
