package dev.stockload.web.parts;

import dev.stockload.stock.Refusal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The address of the web server. Without a password it answers only this machine.
 *
 * @param port 0 for a free one
 * @param password null if none is needed
 * @param hosts its host names, besides those of this machine
 */
public record ConsoleAddress(
        InetAddress address, int port, String password, Set<String> hosts, boolean pages) {
    public ConsoleAddress {
        if (password != null && password.isBlank()) {
            throw Refusal.settings(
                    "The console password is blank: set STOCKLOAD_CONSOLE_PASSWORD to a"
                            + " password, or leave it unset");
        }
        if (password == null && !address.isLoopbackAddress()) {
            throw Refusal.settings(
                    "Without a password the console answers only this machine, but its address is %s: set STOCKLOAD_CONSOLE_PASSWORD"
                            .formatted(address.getHostAddress()));
        }
        if (password == null && !hosts.isEmpty()) {
            throw Refusal.settings(
                    "STOCKLOAD_CONSOLE_HOSTS lets people in from other machines, but no"
                            + " password is set: set STOCKLOAD_CONSOLE_PASSWORD too");
        }
        hosts = Set.copyOf(hosts);
    }

    public boolean asksForPassword() {
        return password != null;
    }

    public String url(int actualPort) {
        return "http://%s:%d".formatted(host(), actualPort);
    }

    /** Its host names, besides localhost. */
    public Set<String> names() {
        return Stream.concat(hosts.stream(), Stream.of(host())).collect(Collectors.toSet());
    }

    private String host() {
        if (address.isAnyLocalAddress()) {
            return "127.0.0.1";
        }
        if (address instanceof Inet6Address) {
            return address.isLoopbackAddress() ? "[::1]" : "[" + address.getHostAddress() + "]";
        }
        return address.getHostAddress();
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
