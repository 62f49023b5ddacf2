/** Which run an order becomes: a new one, or one that continues or has done it. */
package dev.stockload.imports.enter;
