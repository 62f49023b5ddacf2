/** Product details under their quotas. */
package dev.stockload.details;
