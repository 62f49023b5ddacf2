/**
 * Imports that were accepted wait here for their account, and are taken up again after a restart.
 */
package dev.stockload.queue;
