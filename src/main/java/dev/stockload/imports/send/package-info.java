/** Clear and send: requests leave at their pace, and what became of each is found out. */
package dev.stockload.imports.send;
