/** The web server: the pages and the HTTP interface put together. */
package dev.stockload.web;
