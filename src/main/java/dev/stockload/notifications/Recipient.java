package dev.stockload.notifications;

import dev.stockload.process.LoopbackHost;
import dev.stockload.process.Sha256;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who gets a message. The address may hold a secret, so no text of this class contains it.
 *
 * @param form the format of the post; empty for e-mail
 */
public record Recipient(Optional<WebhookFormat> form, String address) {
    private static final String MAILTO = "mailto:";

    /**
     * Reads an address such as {@code mailto:warehouse@shop.example}, {@code slack:https://…} or
     * {@code https://…}. Each of several e-mail addresses becomes a recipient of its own, so that
     * one refused address does not block the others.
     *
     * @throws IllegalArgumentException with the end of a sentence, which does not repeat the
     *     address
     */
    public static List<Recipient> parse(String text, boolean allowHttp) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith(MAILTO)) {
            return mail(text.substring(MAILTO.length()).strip());
        }
        for (WebhookFormat form : WebhookFormat.values()) {
            if (form != WebhookFormat.WEBHOOK && lower.startsWith(form.prefix())) {
                return web(form, text.substring(form.prefix().length()).strip(), allowHttp);
            }
        }
        return web(WebhookFormat.WEBHOOK, text, allowHttp);
    }

    private static List<Recipient> mail(String addresses) {
        try {
            InternetAddress[] all = InternetAddress.parse(addresses, true);
            if (all.length > 0 && Arrays.stream(all).allMatch(Recipient::hasHost)) {
                return Arrays.stream(all)
                        .map(each -> new Recipient(Optional.empty(), each.toUnicodeString()))
                        .distinct()
                        .toList();
            }
        } catch (AddressException e) {
            // reported below
        }
        throw new IllegalArgumentException(
                "takes e-mail addresses after mailto:, such as mailto:warehouse@shop.example");
    }

    private static boolean hasHost(InternetAddress address) {
        return address.getAddress().matches("[^@\\s]+@[^@\\s]+");
    }

    private static List<Recipient> web(WebhookFormat form, String address, boolean allowHttp) {
        URI url =
                webAddress(
                        address,
                        allowHttp,
                        "takes a web address such as https://shop.example/imports, mailto: and an"
                                + " e-mail address, or slack:, teams:, dingtalk:, wecom: or"
                                + " feishu: and a web address",
                        "would send to %s unencrypted: use https, or write { url: …, allowHttp:"
                                + " true }");
        return List.of(new Recipient(Optional.of(form), url.toString()));
    }

    /**
     * The web address must be https, unless it is on this machine or {@code allowHttp} is true.
     * {@code noAddress} is the message for no web address, {@code unencrypted} for an unencrypted
     * one.
     */
    public static URI webAddress(
            String text, boolean allowHttp, String noAddress, String unencrypted) {
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(noAddress, e);
        }
        boolean http = "http".equals(url.getScheme());
        if (url.getHost() == null || !http && !"https".equals(url.getScheme())) {
            throw new IllegalArgumentException(noAddress);
        }
        if (http && !allowHttp && !LoopbackHost.isIn(url)) {
            throw new IllegalArgumentException(unencrypted.formatted(url.getHost()));
        }
        return url;
    }

    URI url() {
        return URI.create(address);
    }

    /** A hash of the address, which may be stored. */
    public String fingerprint() {
        return Sha256.of(form.map(WebhookFormat::name).orElse("MAILTO") + " " + address);
    }

    @Override
    public String toString() {
        if (form.isEmpty()) {
            return address;
        }
        return form.get() == WebhookFormat.WEBHOOK
                ? url().getScheme() + "://" + url().getHost()
                : form.get().name().toLowerCase(Locale.ROOT) + " " + url().getHost();
    }
}
