/** Rows become colours or problems; plain Java. */
package dev.stockload.check;
