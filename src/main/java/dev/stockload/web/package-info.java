/** The pages and the HTTP interface. */
package dev.stockload.web;
