package dev.stockload.web;

import dev.stockload.imports.ImportQueue;
import dev.stockload.jobs.JobList;
import dev.stockload.ledger.Ledger;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What the console shows and where it answers. Without a password it answers this machine alone.
 *
 * @param port 0 takes a free one
 * @param password null where none is asked for
 * @param hosts names under which people reach it, besides those of this machine
 * @param data the folder with the reports, and the uploads from now on
 * @param accounts the names of the accounts that people can import into, the usual one first
 * @param accountKey the name by which the ledger knows an account; fails with a {@link
 *     dev.stockload.runs.RunFailedException} where the account is not set as it should be
 * @param serviceZone in which the service counts its days
 */
public record ConsoleOptions(
        InetAddress address,
        int port,
        String password,
        Set<String> hosts,
        Path data,
        Ledger ledger,
        ImportQueue queue,
        JobList jobs,
        List<String> accounts,
        UnaryOperator<String> accountKey,
        ZoneId serviceZone,
        InstantSource clock) {
    public ConsoleOptions {
        if (password != null && password.isBlank()) {
            throw new IllegalArgumentException(
                    "The console password is blank: set STOCKLOAD_CONSOLE_PASSWORD to a password,"
                            + " or leave it unset");
        }
        if (password == null && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "Without a password the console answers only this machine, but its address is %s: set STOCKLOAD_CONSOLE_PASSWORD"
                            .formatted(address.getHostAddress()));
        }
        if (password == null && !hosts.isEmpty()) {
            throw new IllegalArgumentException(
                    "STOCKLOAD_CONSOLE_HOSTS lets people in from other machines, but no password is"
                            + " set: set STOCKLOAD_CONSOLE_PASSWORD too");
        }
        accounts = List.copyOf(accounts);
        hosts = Set.copyOf(hosts);
    }

    /** Reads the setting of the names under which people reach the console; null is none. */
    public static Set<String> hosts(String setting) {
        return HostNames.parse(setting);
    }

    boolean asksForPassword() {
        return password != null;
    }

    @Override
    public String toString() {
        return "console at %s:%d%s"
                .formatted(
                        address.getHostAddress(),
                        port,
                        asksForPassword() ? ", with a password" : "");
    }
}
