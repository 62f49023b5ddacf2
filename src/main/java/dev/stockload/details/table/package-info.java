/**
 * The tables of product details: jobs, what each is to fetch, what was fetched, what limits count.
 */
package dev.stockload.details.table;
