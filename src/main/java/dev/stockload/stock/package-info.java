/**
 * The domain: size, colour, problem and its words, the limits of the merchant, the hashes by which
 * things are known again; plain Java.
 */
package dev.stockload.stock;
