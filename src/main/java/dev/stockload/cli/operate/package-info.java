/** Commands of whoever operates Stockload: jobs, serve, accounts, backups. */
package dev.stockload.cli.operate;
