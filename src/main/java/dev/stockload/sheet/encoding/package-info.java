/** How the bytes of a text become characters, named or guessed. */
package dev.stockload.sheet.encoding;
