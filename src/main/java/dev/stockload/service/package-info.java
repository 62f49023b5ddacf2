/**
 * The merchant service as runs use it: retries, pace, and whether an account is still the same
 * store.
 */
package dev.stockload.service;
