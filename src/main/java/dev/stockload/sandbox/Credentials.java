package dev.stockload.sandbox;

import com.sun.net.httpserver.Headers;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/** Who may call: compares the four headers that every request carries. */
record Credentials(SandboxAccess known) {
    private static final Duration LEEWAY = Duration.ofMinutes(5);

    void check(Headers headers, Instant now) {
        String app = one(headers, "appid", "the application id");
        String sign = one(headers, "sign", "the signature");
        String timestamp = one(headers, "timestamp", "the Unix time in seconds");
        String token = one(headers, "accesstoken", "the access token");
        if (!app.equals(known.appId())) {
            throw BadParameterException.unlike(
                    "header appid", app, "the application id of this account");
        }
        checkTime(timestamp, now);
        if (!sign.equals(signature(timestamp))) {
            throw BadParameterException.unlike(
                    "header sign",
                    sign,
                    "the MD5 of the application secret followed by the timestamp, as 32"
                            + " hexadecimal characters in upper case");
        }
        if (!token.equals(known.accessToken())) {
            throw new BadParameterException(
                    "header accesstoken", "is not the access token of this account");
        }
    }

    private static String one(Headers headers, String name, String meaning) {
        List<String> values = headers.getOrDefault(name, List.of());
        if (values.isEmpty() || values.get(0).isBlank()) {
            throw BadParameterException.missing("header " + name, meaning);
        }
        if (values.size() > 1) {
            throw new BadParameterException("header " + name, "was sent twice; expected it once");
        }
        return values.get(0);
    }

    private static void checkTime(String timestamp, Instant now) {
        if (!timestamp.matches("\\d{1,12}")) {
            throw BadParameterException.unlike(
                    "header timestamp", timestamp, "the Unix time in seconds");
        }
        long apart = Math.abs(Long.parseLong(timestamp) - now.getEpochSecond());
        if (apart > LEEWAY.toSeconds()) {
            throw BadParameterException.unlike(
                    "header timestamp",
                    timestamp,
                    "a time within five minutes of %d, the time here"
                            .formatted(now.getEpochSecond()));
        }
    }

    private String signature(String timestamp) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("MD5")
                            .digest(
                                    (known.appSecret() + timestamp)
                                            .getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has MD5", e);
        }
    }
}
