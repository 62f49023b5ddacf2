/** A run at work: its context, what it does before it sends, and its looks at the service. */
package dev.stockload.imports.run;
