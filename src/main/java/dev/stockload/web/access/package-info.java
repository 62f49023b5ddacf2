/** Login, tokens, access rules and limits of the web server. */
package dev.stockload.web.access;
