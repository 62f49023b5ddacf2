package dev.stockload.cli;

import dev.stockload.app.LocalApplication;
import dev.stockload.app.OpenAccount;
import dev.stockload.app.Settings;
import dev.stockload.app.UnusableSettingsException;
import dev.stockload.imports.ImportQueue;
import dev.stockload.jobs.JobList;
import dev.stockload.merchant.Account;
import dev.stockload.runs.RunFailedException;
import dev.stockload.web.Console;
import dev.stockload.web.ConsoleOptions;

import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Opens the console for the people of a process that serves. */
public final class ConsoleDoor {
    private ConsoleDoor() {}

    /**
     * Without a password this machine alone is answered, with one every machine that reaches us.
     *
     * @param address where to listen, null for the usual
     */
    static Console open(
            Settings settings,
            LocalApplication session,
            ImportQueue queue,
            JobList jobs,
            String address,
            int port,
            PrintWriter err) {
        String password = settings.console().password();
        InetAddress where = address(address, password != null);
        Console console;
        try {
            console =
                    Console.start(
                            new ConsoleOptions(
                                    where,
                                    port,
                                    password,
                                    ConsoleOptions.hosts(settings.console().hosts()),
                                    session.data(),
                                    session.ledger(),
                                    queue,
                                    jobs,
                                    accounts(settings),
                                    name -> ledgerName(settings, name),
                                    settings.serviceZone(),
                                    InstantSource.system()));
        } catch (IllegalArgumentException e) {
            throw new UnusableSettingsException(e.getMessage(), e);
        } catch (Console.PortTakenException e) {
            throw new UnusableSettingsException(
                    "Port %d %s: name another with --port".formatted(port, e.getMessage()), e);
        }
        err.println(
                "The console is at http://%s:%d%s"
                        .formatted(
                                where.isAnyLocalAddress() || where.isLoopbackAddress()
                                        ? "127.0.0.1"
                                        : where.getHostAddress(),
                                console.port(),
                                password == null
                                        ? ", for this machine alone"
                                        : ", with the password of " + Settings.CONSOLE_PASSWORD));
        if (!where.isLoopbackAddress()) {
            err.println(
                    "Its password and its pages travel in plain text: in a network that others"
                            + " share, use --address 127.0.0.1 behind a proxy with https");
        }
        return console;
    }

    /** In the words of a page, where an account is not set as it should be. */
    private static String ledgerName(Settings settings, String account) {
        try {
            return OpenAccount.ledgerName(settings, account);
        } catch (UnusableSettingsException e) {
            throw new RunFailedException(e.getMessage(), e);
        }
    }

    private static InetAddress address(String named, boolean hasPassword) {
        if (named == null) {
            return parsed(hasPassword ? "0.0.0.0" : "127.0.0.1");
        }
        InetAddress address = parsed(named);
        if (!isOurs(address)) {
            throw notOurs(named, null);
        }
        return address;
    }

    private static InetAddress parsed(String named) {
        try {
            return InetAddress.getByName(named);
        } catch (UnknownHostException e) {
            throw notOurs(named, e);
        }
    }

    private static boolean isOurs(InetAddress address) {
        try {
            return address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }

    private static UnusableSettingsException notOurs(String named, Exception cause) {
        return new UnusableSettingsException(
                "--address is '%s', which is not an address of this machine".formatted(named),
                cause);
    }

    private static List<String> accounts(Settings settings) {
        List<String> names = new ArrayList<>(List.of(Account.DEFAULT));
        for (String name : new TreeSet<>(settings.accounts().keySet())) {
            if (!name.equals(Account.DEFAULT)) {
                names.add(name);
            }
        }
        return names;
    }
}
