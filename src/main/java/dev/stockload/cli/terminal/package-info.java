/** What the commands share: settings, options, exit codes, the screen. */
package dev.stockload.cli.terminal;
