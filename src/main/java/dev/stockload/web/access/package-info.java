/** Who may see and change what, and what is turned away. */
package dev.stockload.web.access;
