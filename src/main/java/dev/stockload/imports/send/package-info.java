/** Clear and send: requests are sent at their pace, and their outcomes found out. */
package dev.stockload.imports.send;
