/** The domain: size, colour, problem and its words, the limits of the merchant; plain Java. */
package dev.stockload.stock;
