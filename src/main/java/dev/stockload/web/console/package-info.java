/** The pages for people. */
package dev.stockload.web.console;
