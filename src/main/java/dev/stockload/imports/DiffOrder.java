package dev.stockload.imports;

/**
 * What a person wants to see before it is sent.
 *
 * @param fresh whether to read from the service what is there, of all products
 * @param whole whether all changes are wanted, or the largest do
 */
public record DiffOrder(ImportOrder order, boolean fresh, boolean whole) {}
