/** The tables of product details: jobs, their products, fetched details, and requests. */
package dev.stockload.details.table;
