/** The HTTP interface for other programs, and its description. */
package dev.stockload.web.api;
