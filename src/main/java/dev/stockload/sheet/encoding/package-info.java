/** The encodings of text files, named or guessed. */
package dev.stockload.sheet.encoding;
