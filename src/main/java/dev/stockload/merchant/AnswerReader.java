package dev.stockload.merchant;

import dev.stockload.merchant.MerchantApi.Answer;
import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.merchant.Transport.OneAttempt.UnsentException;
import dev.stockload.stock.SafeText;

import okhttp3.Headers;
import okhttp3.ResponseBody;

import org.apache.commons.lang3.exception.ExceptionUtils;

import retrofit2.Response;

import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.math.BigInteger;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Decides what an answer or a failure means. No other class looks at status codes. */
record AnswerReader(Account account, InstantSource clock) {
    private static final int LONGEST_WORDS = 2000;
    private static final BigInteger LONGEST_WAIT = BigInteger.valueOf(999_999_999);
    private static final Pattern SIGNATURE = Pattern.compile("\\b[0-9A-F]{32}\\b");

    /** {@code content} reads the data of a success; it throws if that has another form. */
    <T> Outcome<T> outcomeOf(Response<ResponseBody> response, Function<Answer, T> content)
            throws IOException {
        int status = response.code();
        if (response.isSuccessful()) {
            return read(response.body(), content);
        }
        String body = errorMessage(response);
        Optional<Duration> after = retryAfter(response.headers());
        if (status == 429) {
            return Outcome.of(Kind.POSTPONED, body, after);
        }
        if (status == 400) {
            return Outcome.of(Kind.MALFORMED, body);
        }
        String words = ("HTTP " + status + " " + body).strip();
        // 408 and 425 are about this attempt, not about the request: a retry may succeed.
        if (status >= 500 || status < 400 || status == 408 || status == 425) {
            String redirection =
                    response.headers().get("Location") == null
                            ? ""
                            : " (it redirects to another address, which is not followed with"
                                    + " credentials)";
            return Outcome.of(Kind.IN_DOUBT, words + redirection, after);
        }
        return Outcome.of(Kind.MALFORMED, words);
    }

    <T> Outcome<T> outcomeOf(IOException failure) {
        UnsentException unsent = ExceptionUtils.throwableOfType(failure, UnsentException.class);
        return unsent == null
                ? Outcome.of(Kind.IN_DOUBT, reason(failure))
                : Outcome.of(Kind.UNREACHED, account.baseUrl() + ": " + reason(unsent.getCause()));
    }

    private <T> Outcome<T> read(ResponseBody body, Function<Answer, T> content) {
        try (body) {
            Answer answer =
                    body == null
                            ? null
                            : MerchantApi.JSON.readValue(body.charStream(), Answer.class);
            if (answer == null || answer.success() == null || !answer.success().isBoolean()) {
                return Outcome.of(Kind.IN_DOUBT, "it does not say whether it succeeded");
            }
            return answer.success().booleanValue()
                    ? Outcome.accepted(content.apply(answer))
                    : Outcome.of(Kind.REFUSED, words(answer.msg()));
        } catch (JacksonException e) {
            return Outcome.of(Kind.IN_DOUBT, reason(e));
        }
    }

    String words(JsonNode msg) {
        return msg == null || msg.isNull()
                ? ""
                : presentable(msg.isString() ? msg.stringValue() : msg.toString());
    }

    private String errorMessage(Response<?> response) throws IOException {
        try (ResponseBody body = response.errorBody()) {
            // A service that repeats our headers would reveal a signature that is still valid.
            return presentable(SIGNATURE.matcher(body.string()).replaceAll("***"));
        }
    }

    private String reason(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof JacksonException json) {
            // Only our own exceptions have messages that people understand.
            return json.getClass() == DatabindException.class
                    ? presentable("it does not match the interface: " + json.getOriginalMessage())
                    : json instanceof StreamReadException
                            ? "it is not JSON"
                            : "it does not match the interface";
        }
        if (failure instanceof UnknownHostException) {
            return "the host name is unknown";
        }
        if (failure instanceof SSLPeerUnverifiedException) {
            return "its certificate is for another host name";
        }
        if (failure instanceof SSLException) {
            return "its certificate is not trusted, or it does not speak TLS";
        }
        if (failure instanceof InterruptedIOException) {
            return "it took too long (" + presentable(message) + ")";
        }
        return presentable(message);
    }

    /** The service's message as one line, without control characters and our secrets. */
    private String presentable(String text) {
        String line = account.hide(text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip());
        return SafeText.cut(line, LONGEST_WORDS);
    }

    private Optional<Duration> retryAfter(Headers headers) {
        String value = headers.get("Retry-After");
        if (value != null && value.matches("\\d+")) {
            BigInteger seconds = new BigInteger(value).min(LONGEST_WAIT);
            return Optional.of(Duration.ofSeconds(seconds.longValue()));
        }
        return Optional.ofNullable(headers.getInstant("Retry-After"))
                .map(then -> Duration.between(clock.instant(), then))
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait);
    }
}
