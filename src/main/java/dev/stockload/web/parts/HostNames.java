package dev.stockload.web.parts;

import dev.stockload.app.Settings;
import dev.stockload.stock.Refusal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The host names that the console answers to. Another site can point its own name to this machine
 * (DNS rebinding), and its pages could then use the console: so unknown names are refused. An IP
 * address cannot be pointed elsewhere.
 */
public record HostNames(Set<String> names, boolean others) {
    private static final List<String> THIS_MACHINE =
            List.of("localhost", "127.0.0.1", "[::1]", "::1");
    private static final Pattern NAME =
            Pattern.compile(
                    "[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
    private static final Pattern ADDRESS =
            Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[?[0-9a-f:.]*:[0-9a-f:.]*(%\\w+)?]?");

    /** {@code others} lets in other machines, by the addresses and names of this one. */
    public HostNames {
        names = new HashSet<>(names);
        names.addAll(THIS_MACHINE);
        if (others) {
            names.addAll(own());
        }
    }

    /** Reads the setting: names separated by commas or spaces; null is none. */
    public static Set<String> parse(String setting) {
        return setting == null
                ? Set.of()
                : Pattern.compile("[,\\s]+")
                        .splitAsStream(setting.strip())
                        .filter(name -> !name.isEmpty())
                        .map(HostNames::checked)
                        .collect(Collectors.toUnmodifiableSet());
    }

    public boolean isOurs(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String host = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        return names.contains(host) || others && ADDRESS.matcher(host).matches();
    }

    private static String checked(String given) {
        String name = given.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches() && !ADDRESS.matcher(name).matches()) {
            throw Refusal.settings(
                    "%s has '%s', which is not a host name: it looks like stock.shop.example, without https:// and without a port"
                            .formatted(Settings.CONSOLE_HOSTS, given));
        }
        return name;
    }

    private static List<String> own() {
        try {
            String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            String first = name.replaceAll("\\..*", "");
            return List.of(name, first, first + ".local");
        } catch (UnknownHostException e) {
            return List.of();
        }
    }
}
