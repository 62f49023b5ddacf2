/** The tables of product details: jobs, what they are to fetch, what was fetched, what counts. */
package dev.stockload.details.table;
