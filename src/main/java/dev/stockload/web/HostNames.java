package dev.stockload.web;

import dev.stockload.stock.Refusal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names under which the console may be asked for. A page of another site can make its own name
 * lead to this machine, and then speak with us as if we were that site: so a name that we do not
 * know is not answered. An address is nobody's name.
 */
final class HostNames {
    static final String SETTING = "STOCKLOAD_CONSOLE_HOSTS";

    private static final List<String> THIS_MACHINE =
            List.of("localhost", "127.0.0.1", "[::1]", "::1");
    private static final Pattern NAME =
            Pattern.compile(
                    "[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
    private static final Pattern ADDRESS =
            Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[?[0-9a-f:.]*:[0-9a-f:.]*(%\\w+)?]?");

    private final Set<String> names;
    private final boolean addresses;

    /**
     * @param others whether other machines are answered, by the addresses and names of this one
     */
    HostNames(Collection<String> set, boolean others) {
        this.names = new HashSet<>(THIS_MACHINE);
        this.addresses = others;
        names.addAll(set);
        if (others) {
            names.addAll(own());
        }
    }

    /** Reads the setting: names with commas or spaces between them. */
    static Set<String> parse(String setting) {
        return setting == null
                ? Set.of()
                : Pattern.compile("[,\\s]+")
                        .splitAsStream(setting.strip())
                        .filter(name -> !name.isEmpty())
                        .map(HostNames::checked)
                        .collect(Collectors.toUnmodifiableSet());
    }

    boolean isOurs(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        return names.contains(plain) || addresses && ADDRESS.matcher(plain).matches();
    }

    private static String checked(String given) {
        String name = given.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches() && !ADDRESS.matcher(name).matches()) {
            throw Refusal.settings(
                    "%s has '%s', which is not a host name: it looks like stock.shop.example, without https:// and without a port"
                            .formatted(SETTING, given));
        }
        return name;
    }

    /** What this machine is called, as its neighbours may call it. */
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
