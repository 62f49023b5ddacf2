/**
 * The tables of the book of stock: products, history, requests and their outcomes, the colours and
 * problems of runs. They store and find; {@link dev.stockload.book.rules} decides.
 */
package dev.stockload.book;
