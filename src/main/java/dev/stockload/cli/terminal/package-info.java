/** What the commands share: settings, options, exit codes, output. */
package dev.stockload.cli.terminal;
