/** The HTTP interface for other programs, and its description; the answer to any error. */
package dev.stockload.web.api;
