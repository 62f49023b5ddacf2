/** Commands that read products, stock and details from the service. */
package dev.stockload.cli.service;
