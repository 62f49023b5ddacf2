/** Which run an order becomes: a new one, or an existing one that is resumed or has done it. */
package dev.stockload.imports.enter;
