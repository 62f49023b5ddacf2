package dev.stockload.cli;

import dev.stockload.app.Settings;
import dev.stockload.stock.Refusal;
import dev.stockload.web.Console;
import dev.stockload.web.ConsoleAddress;
import dev.stockload.web.ConsoleOptions;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Set;

/** Starts the web server of a process that serves, and says where it is. */
final class ConsoleStart {
    private ConsoleStart() {}

    /**
     * With pages: without a password this machine alone is answered, with one every machine that
     * reaches us. Without pages, this machine alone.
     *
     * @param named where to listen, null for the usual
     */
    static ConsoleAddress address(Settings settings, String named, int port, boolean pages) {
        String password = pages ? settings.console().password() : null;
        return new ConsoleAddress(
                address(named, password != null),
                port,
                password,
                pages ? ConsoleAddress.hosts(settings.console().hosts()) : Set.of(),
                pages);
    }

    static Console start(ConsoleOptions options, PrintWriter err) throws IOException {
        ConsoleAddress at = options.at();
        Console console = Console.start(options);
        if (at.pages()) {
            err.println(
                    "The console is at %s%s"
                            .formatted(
                                    console.url(),
                                    at.password() == null
                                            ? ", for this machine alone"
                                            : ", with the password of "
                                                    + Settings.CONSOLE_PASSWORD));
        }
        if (!at.address().isLoopbackAddress()) {
            err.println(
                    "Its password and its pages travel in plain text: in a network that others"
                            + " share, use --address 127.0.0.1 behind a proxy with https");
        }
        return console;
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

    private static Refusal notOurs(String named, Exception cause) {
        return Refusal.settings(
                "--address is '%s', which is not an address of this machine".formatted(named),
                cause);
    }
}
