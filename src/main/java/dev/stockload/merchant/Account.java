package dev.stockload.merchant;

import okhttp3.HttpUrl;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where one merchant's service is and what it knows us by. What exists can be used; what cannot is
 * refused with the setting to mend. The secrets are in no text that this makes.
 *
 * @param doubt how long after a request's end the service may still be at work on it
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

    /** How long a service may still be at work on a request, where nobody says otherwise. */
    public static final Duration USUAL_DOUBT = Duration.ofSeconds(60);

    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);

    private static final Pattern HEADER_VALUE = Pattern.compile("[!-~]([ -~]*[!-~])?");

    public Account {
        if (name.isBlank()) {
            throw new IllegalArgumentException("An account has a name");
        }
        checkAddress(name, baseUrl, allowHttp);
        checkHeader(name, "app-id", appId);
        checkHeader(name, "access-token", accessToken);
        // The secret goes into a hash and not into a header, so it may hold any letters.
        if (!appSecret.equals(appSecret.strip())
                || appSecret.isEmpty()
                || appSecret.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    setting(name, "app-secret")
                            + " is blank, or has spaces or line breaks around it: set it to the"
                            + " secret alone");
        }
    }

    public Account(
            String name,
            URI baseUrl,
            String appId,
            String appSecret,
            String accessToken,
            boolean allowHttp) {
        this(name, baseUrl, appId, appSecret, accessToken, allowHttp, USUAL_DOUBT);
    }

    /** What people set this part by: a variable for the default account, a key for others. */
    public static String setting(String account, String part) {
        return account.equals(DEFAULT)
                ? "STOCKLOAD_" + part.toUpperCase(Locale.ROOT).replace('-', '_')
                : "stockload.accounts." + account + "." + part;
    }

    public boolean isLoopback() {
        return LOOPBACK.matcher(baseUrl.getHost()).matches();
    }

    /** The same text without our secrets, should a service repeat what it was sent. */
    String hide(String text) {
        return hide(accessToken, hide(appSecret, text));
    }

    @Override
    public String toString() {
        return name + " (" + baseUrl + ")";
    }

    private static String hide(String secret, String text) {
        // A toy secret such as "a" would leave nothing to read.
        return secret.length() < 4 ? text : text.replace(secret, "***");
    }

    private static void checkAddress(String name, URI url, boolean allowHttp) {
        String setting = setting(name, "base-url");
        if (url.getRawUserInfo() != null || url.getRawQuery() != null) {
            // Not shown: such a part is where people put passwords.
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
        if (!address.isHttps() && !allowHttp && !LOOPBACK.matcher(url.getHost()).matches()) {
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
