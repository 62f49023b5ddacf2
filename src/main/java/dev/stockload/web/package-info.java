/** The web server, with the console and the HTTP interface. */
package dev.stockload.web;
