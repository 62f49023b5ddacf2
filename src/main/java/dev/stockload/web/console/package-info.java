/** The pages of the console. */
package dev.stockload.web.console;
