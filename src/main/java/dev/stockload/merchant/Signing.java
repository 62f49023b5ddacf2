package dev.stockload.merchant;

import static java.nio.charset.StandardCharsets.UTF_8;

import okhttp3.Interceptor;
import okhttp3.Response;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;

/**
 * Puts the four headers on a request. It stands behind the connecting, so the time is that of the
 * sending, and whatever goes over the wire is signed for itself.
 */
record Signing(Account account, InstantSource clock) implements Interceptor {
    @Override
    public Response intercept(Chain chain) throws IOException {
        String timestamp = Long.toString(clock.instant().getEpochSecond());
        return chain.proceed(
                chain.request()
                        .newBuilder()
                        .header("appid", account.appId())
                        .header("sign", sign(account.appSecret(), timestamp))
                        .header("timestamp", timestamp)
                        .header("accesstoken", account.accessToken())
                        .build());
    }

    static String sign(String secret, String timestamp) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("MD5").digest((secret + timestamp).getBytes(UTF_8));
            return HexFormat.of().withUpperCase().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has MD5", e);
        }
    }
}
