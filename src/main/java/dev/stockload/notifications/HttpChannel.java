package dev.stockload.notifications;

import dev.stockload.runs.ConnectionFault;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Tells webhooks and chats: a JSON, posted. */
final class HttpChannel {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int MOST_READ = 10_000;

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(ANSWER)
                    .build();

    void deliver(Message message, PostForm form, URI url, Optional<String> link, Instant now)
            throws DeliveryException {
        String answer = post(form.address(url, now), form.body(message, url, link, now));
        Optional<String> refusal = form.refusal(answer);
        if (refusal.isPresent()) {
            throw DeliveryException.refused("refused the message: " + refusal.get());
        }
    }

    private String post(URI address, String body) throws DeliveryException {
        HttpRequest request =
                HttpRequest.newBuilder(address)
                        .timeout(ANSWER)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        try {
            HttpResponse<java.io.InputStream> response =
                    http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (java.io.InputStream in = response.body()) {
                String answer = new String(in.readNBytes(MOST_READ), StandardCharsets.UTF_8);
                int code = response.statusCode();
                if (code >= 300) {
                    throw isRefusal(code)
                            ? DeliveryException.refused("answered " + code)
                            : DeliveryException.away("answered " + code);
                }
                return answer;
            }
        } catch (HttpTimeoutException e) {
            throw DeliveryException.away(
                    "did not answer within %d s".formatted(ANSWER.toSeconds()));
        } catch (IOException e) {
            throw DeliveryException.away("could not be reached: " + ConnectionFault.words(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw DeliveryException.away("was not told, since Stockload ends");
        }
    }

    /** Whether an answer is about the message; too many of them, or too slow ones, are not. */
    private static boolean isRefusal(int code) {
        return code >= 400 && code < 500 && code != 408 && code != 429;
    }
}
