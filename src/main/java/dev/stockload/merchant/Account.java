package dev.stockload.merchant;

import dev.stockload.process.LoopbackHost;

import okhttp3.HttpUrl;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The address and credentials of one merchant's service. The constructor refuses values that cannot
 * be used and names the setting to fix. Messages and {@code toString} never contain the secrets.
 *
 * @param doubt how long the service may still process a request after it ended
 */
public record Account(
        String name,
        URI baseUrl,
        String appId,
        String appSecret,
        String accessToken,
        boolean allowHttp,
        Duration doubt) {
    /** The account whose settings are the plain {@code STOCKLOAD_…} variables. */
    public static final String DEFAULT = "default";

    /** The account of the built-in sandbox, whose address changes with every start. */
    public static final String SANDBOX = "sandbox";

    /** The application id of every sandbox. */
    public static final String SANDBOX_APP_ID = "sandbox-app";

    public static final Duration DEFAULT_DOUBT = Duration.ofSeconds(60);

    private static final Pattern HEADER_VALUE = Pattern.compile("[!-~]([ -~]*[!-~])?");

    public Account {
        if (name.isBlank()) {
            throw new IllegalArgumentException("An account has a name");
        }
        checkAddress(name, baseUrl, allowHttp);
        checkHeader(name, "app-id", appId);
        checkHeader(name, "access-token", accessToken);
        // The secret goes into a hash and not into a header, so it may contain any letters.
        if (!appSecret.equals(appSecret.strip())
                || appSecret.isEmpty()
                || appSecret.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    setting(name, "app-secret")
                            + " is blank, or has spaces or line breaks around it: set it to the"
                            + " secret alone");
        }
    }

    public static String setting(String account, String part) {
        return account.equals(DEFAULT)
                ? "STOCKLOAD_" + part.toUpperCase(Locale.ROOT).replace('-', '_')
                : "stockload.accounts." + account + "." + part;
    }

    boolean isLoopback() {
        return LoopbackHost.isIn(baseUrl);
    }

    /** Removes our secrets from a text, since a service may repeat what it got. */
    String hide(String text) {
        return hide(accessToken, hide(appSecret, text));
    }

    @Override
    public String toString() {
        return name + " (" + baseUrl + ")";
    }

    private static String hide(String secret, String text) {
        // Replacing a short secret such as "a" would make the text unreadable.
        return secret.length() < 4 ? text : text.replace(secret, "***");
    }

    private static void checkAddress(String name, URI url, boolean allowHttp) {
        String setting = setting(name, "base-url");
        if (url.getRawUserInfo() != null || url.getRawQuery() != null) {
            // The address is not shown, since it may contain a password.
            throw new IllegalArgumentException(
                    setting
                            + " contains a user name, password or query: set it to the address"
                            + " alone, like https://merchant.example/api");
        }
        HttpUrl address = HttpUrl.get(url);
        if (address == null || url.getHost() == null || url.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "%s is '%s', which is not a web address: it looks like https://merchant.example/api"
                            .formatted(setting, url));
        }
        if (!address.isHttps() && !allowHttp && !LoopbackHost.isIn(url)) {
            throw new IllegalArgumentException(
                    "%s is '%s', which would send the credentials unencrypted: use https, or set %s=true"
                            .formatted(setting, url, setting(name, "allow-http")));
        }
    }

    private static void checkHeader(String account, String part, String value) {
        if (!HEADER_VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    setting(account, part)
                            + " is blank, has spaces around it, or has a character that an HTTP"
                            + " header cannot carry: use plain ASCII letters, digits and"
                            + " signs");
        }
    }
}
