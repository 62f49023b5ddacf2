/** Commands about what the merchant service has, and product details. */
package dev.stockload.cli.service;
