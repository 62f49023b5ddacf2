/** Parts that the pages and the HTTP interface share. */
package dev.stockload.web.parts;
