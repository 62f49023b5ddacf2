/** Fetches product details within the limits of the service. */
package dev.stockload.details;
