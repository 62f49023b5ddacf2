/** The domain in plain Java: products, colours, sizes, stock, and why a request is refused. */
package dev.stockload.stock;
