package dev.stockload.notifications;

import dev.stockload.stock.Sha256;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whom to tell. The address may hold a secret: it is in no text that this makes.
 *
 * @param address a web address, or one e-mail address
 */
public record Recipient(Kind kind, String address) {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);

    /** The forms in which people and programs take messages. */
    public enum Kind {
        MAILTO,
        SLACK,
        TEAMS,
        DINGTALK,
        WECOM,
        FEISHU,
        WEBHOOK;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + ":";
        }

        private boolean begins(String text) {
            return this != WEBHOOK && text.toLowerCase(Locale.ROOT).startsWith(prefix());
        }
    }

    /**
     * Reads an address such as {@code mailto:warehouse@shop.example}, {@code slack:https://…} or
     * {@code https://…}. Of several e-mail addresses, each is a recipient of its own, so that one
     * that is refused keeps no other from its mail.
     *
     * @throws IllegalArgumentException where it is none, in words for the end of a sentence that do
     *     not repeat it
     */
    public static List<Recipient> parse(String text, boolean allowHttp) {
        for (Kind kind : Kind.values()) {
            if (kind.begins(text)) {
                String address = text.substring(kind.prefix().length()).strip();
                return kind == Kind.MAILTO ? mail(address) : List.of(web(kind, address, allowHttp));
            }
        }
        return List.of(web(Kind.WEBHOOK, text, allowHttp));
    }

    private static List<Recipient> mail(String addresses) {
        try {
            InternetAddress[] all = InternetAddress.parse(addresses, true);
            if (all.length > 0 && Arrays.stream(all).allMatch(Recipient::hasHost)) {
                return Arrays.stream(all)
                        .map(each -> new Recipient(Kind.MAILTO, each.toUnicodeString()))
                        .distinct()
                        .toList();
            }
        } catch (AddressException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "takes e-mail addresses after mailto:, such as mailto:warehouse@shop.example");
    }

    private static boolean hasHost(InternetAddress address) {
        return address.getAddress().matches("[^@\\s]+@[^@\\s]+");
    }

    private static Recipient web(Kind kind, String address, boolean allowHttp) {
        URI url = uri(address).orElseThrow(Recipient::noAddress);
        boolean http = "http".equals(url.getScheme());
        if (url.getHost() == null || !http && !"https".equals(url.getScheme())) {
            throw noAddress();
        }
        if (http && !allowHttp && !isLoopback(url)) {
            throw new IllegalArgumentException(
                    "would tell %s unencrypted: use https, or write { url: …, allowHttp: true }"
                            .formatted(url.getHost()));
        }
        return new Recipient(kind, address);
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(URI.create(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static IllegalArgumentException noAddress() {
        return new IllegalArgumentException(
                "takes a web address such as https://shop.example/imports, mailto: and an e-mail"
                        + " address, or slack:, teams:, dingtalk:, wecom: or feishu: and a web"
                        + " address");
    }

    /** Whether the host of an address is this machine. */
    public static boolean isLoopback(URI url) {
        return url.getHost() != null && LOOPBACK.matcher(url.getHost()).matches();
    }

    URI url() {
        return URI.create(address);
    }

    /** Whom this tells, for people. */
    public String shown() {
        return switch (kind) {
            case MAILTO -> address;
            case WEBHOOK -> url().getScheme() + "://" + url().getHost();
            default -> kind.name().toLowerCase(Locale.ROOT) + " " + url().getHost();
        };
    }

    /** A text that stands for the address, from which nobody learns it. */
    public String fingerprint() {
        return Sha256.of(kind + " " + address);
    }

    @Override
    public String toString() {
        return shown();
    }
}
