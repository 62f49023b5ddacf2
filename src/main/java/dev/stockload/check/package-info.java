/** Rows become colours or problems, and the report tells them. */
package dev.stockload.check;
