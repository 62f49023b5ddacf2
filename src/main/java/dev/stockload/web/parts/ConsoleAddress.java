package dev.stockload.web.parts;

import dev.stockload.app.Settings;
import dev.stockload.stock.Refusal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
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
    private static final Pattern NAME =
            Pattern.compile(
                    "[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
    private static final Pattern IP_ADDRESS =
            Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[?[0-9a-f:.]*:[0-9a-f:.]*(%\\w+)?]?");

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

    /** Reads the setting for {@code hosts}: separated by commas or spaces; null is none. */
    public static Set<String> hosts(String setting) {
        return setting == null
                ? Set.of()
                : Pattern.compile("[,\\s]+")
                        .splitAsStream(setting.strip())
                        .filter(name -> !name.isEmpty())
                        .map(ConsoleAddress::checked)
                        .collect(Collectors.toUnmodifiableSet());
    }

    private static String checked(String given) {
        String name = given.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches() && !isIpAddress(name)) {
            throw Refusal.settings(
                    "%s has '%s', which is not a host name: it looks like stock.shop.example, without https:// and without a port"
                            .formatted(Settings.CONSOLE_HOSTS, given));
        }
        return name;
    }

    public static boolean isIpAddress(String host) {
        return IP_ADDRESS.matcher(host).matches();
    }

    /** The names that it answers to; with a password also those of this machine. */
    public Set<String> names() {
        return Stream.of(
                        List.of("localhost", "127.0.0.1", "[::1]", "::1", host()),
                        hosts,
                        asksForPassword() ? namesOfThisMachine() : List.<String>of())
                .flatMap(Collection::stream)
                .collect(Collectors.toSet());
    }

    private static List<String> namesOfThisMachine() {
        try {
            String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            String first = name.replaceAll("\\..*", "");
            return List.of(name, first, first + ".local");
        } catch (UnknownHostException e) {
            return List.of();
        }
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
