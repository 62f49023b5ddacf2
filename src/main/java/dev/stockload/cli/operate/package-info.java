/** Commands for operators: jobs, sources, serve, accounts, tokens, backups. */
package dev.stockload.cli.operate;
