package dev.stockload.sources;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stockload.process.ConnectionFault;
import dev.stockload.process.LoopbackHost;
import dev.stockload.stock.Count;

import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

import org.apache.commons.io.function.IOFunction;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;
import javax.net.ssl.X509TrustManager;

/** One sheet at a web address, fetched when it has changed. */
final class HttpSource implements Source {
    private static final String ETAG = "etag ";
    private static final String MODIFIED = "modified ";
    private static final String UNKNOWN = "fetched ";

    /** A file that is being written changes at least this often. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    private static final int MOST_REDIRECTS = 5;

    private static final Pattern DATE = Pattern.compile("\\{date(?::([^}]*))?}");
    private static final Pattern FORMAT = Pattern.compile("(?:format|output)=(csv|xlsx|ods|tsv)");

    private final SourceAddress address;
    private final OkHttpClient http;
    private final LocalDate today;
    private HttpUrl fetched;

    /** Whether there is another file each day, which may not exist yet. */
    private boolean dated;

    private boolean endKnown;
    private Instant modified;

    /** By the server's clock, if it sends the time. */
    private Optional<Instant> answeredAt = Optional.empty();

    HttpSource(SourceAddress address, Sources.Limits limits, LocalDate today) {
        this.address = address;
        this.today = today;
        OkHttpClient.Builder http =
                new OkHttpClient.Builder()
                        .protocols(List.of(Protocol.HTTP_1_1))
                        .connectTimeout(limits.connect())
                        .readTimeout(limits.answer())
                        .writeTimeout(limits.answer())
                        .followRedirects(false)
                        .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS));
        address.trust()
                .ifPresent(
                        trust ->
                                http.sslSocketFactory(
                                        trust.createSslContext().getSocketFactory(),
                                        (X509TrustManager)
                                                trust.getManagers().getTrustManagers()[0]));
        this.http = http.build();
    }

    @Override
    public List<SourceFile> list(FilePattern pattern) {
        String url = address.url().toString().replace("%7B", "{").replace("%7D", "}");
        String file = (pattern.folder() + pattern.name()).replace(" ", "%20");
        Matcher date = DATE.matcher(url.endsWith("/") ? url + file : url);
        dated = date.find();
        String today = date.replaceAll(found -> Matcher.quoteReplacement(date(found)));
        fetched = HttpUrl.get(today);
        String last = SourceFile.localName(String.join("/", fetched.pathSegments()));
        Matcher format = FORMAT.matcher(String.valueOf(fetched.query()));
        String named = last.contains(".") || !format.find() ? last : last + "." + format.group(1);
        // A hash of the address, since any part of it may be a secret.
        String path = UUID.nameUUIDFromBytes(today.getBytes(UTF_8)) + "/" + named;
        return List.of(new SourceFile(path, named, -1, Instant.EPOCH, ""));
    }

    @Override
    public List<SourceFile> probe(FilePattern pattern) throws IOException {
        SourceFile file = list(pattern).get(0);
        try {
            SourceFile found = request(null, answer -> probed(answer, file));
            return List.of(found);
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private SourceFile probed(Response answer, SourceFile file) throws IOException {
        check(answer, file);
        return answered(answer, file, answer.body().contentLength());
    }

    private static SourceFile answered(Response answer, SourceFile file, long size) {
        return new SourceFile(file.path(), file.name(), size, modified(answer), version(answer));
    }

    @Override
    public Optional<SourceFile> fetch(SourceFile file, String known, Path to) throws IOException {
        return request(known, answer -> copy(answer, file, to));
    }

    private <T> T request(String known, IOFunction<Response, T> reading) throws IOException {
        try (Response answer = followed(known)) {
            return reading.apply(answer);
        } catch (SocketTimeoutException e) {
            throw address.away("does not answer in time");
        } catch (SSLException e) {
            throw address.untrusted();
        } catch (NoSuchFileException e) {
            throw e;
        } catch (ConnectException | UnknownHostException e) {
            throw address.away("does not answer: " + ConnectionFault.explain(e));
        } catch (IOException e) {
            throw address.away("was lost: " + ConnectionFault.explain(e));
        }
    }

    private Optional<SourceFile> copy(Response answer, SourceFile file, Path to)
            throws IOException {
        if (answer.code() == 304) {
            return Optional.empty();
        }
        check(answer, file);
        try {
            address.copy(answer.body().byteStream(), to);
        } catch (ProtocolException e) {
            throw address.away(
                    "was lost in the middle of %s, after %s"
                            .formatted(file.name(), Count.of(Files.size(to), "byte")));
        }
        endKnown = answer.body().contentLength() >= 0 || answer.header("Transfer-Encoding") != null;
        modified = modified(answer);
        answeredAt = time(answer, "Date");
        return Optional.of(answered(answer, file, Files.size(to)));
    }

    @Override
    public boolean mayBePartial(Instant now) {
        return !endKnown || modified.isAfter(answeredAt.orElse(now).minus(YOUNG));
    }

    /** Fails if the answer is not a sheet. */
    private void check(Response answer, SourceFile file) throws IOException {
        int code = answer.code();
        if (code == 404 || code == 410) {
            if (dated) {
                throw new NoSuchFileException(file.path());
            }
            throw address.away(
                    "has no sheet at %s (it answered %d): check stockload.sources.%s.url"
                            .formatted(address.shown(), code, address.name()));
        }
        if (code == 401 || code == 403) {
            throw address.refused(
                    "does not let us in (%d): check stockload.sources.%s.password or bearer"
                            .formatted(code, address.name()));
        }
        if (code != 200) {
            throw address.away("answered " + code);
        }
        if (isPage(answer, file)) {
            throw address.refused(
                    "answers with a web page instead of a sheet: the address may need a login");
        }
    }

    private static boolean isPage(Response answer, SourceFile file) {
        String type = answer.header("Content-Type", "").toLowerCase(Locale.ROOT);
        return type.startsWith("text/html")
                && !file.name().toLowerCase(Locale.ROOT).matches(".*\\.(html?|xls)");
    }

    private static String version(Response answer) {
        String tag = answer.header("ETag");
        String modified = answer.header("Last-Modified");
        if (tag != null) {
            return ETAG + tag;
        }
        return modified == null ? UNKNOWN + UUID.randomUUID() : MODIFIED + modified;
    }

    private static Instant modified(Response answer) {
        return time(answer, "Last-Modified").orElse(Instant.EPOCH);
    }

    private static Optional<Instant> time(Response answer, String header) {
        return Optional.ofNullable(answer.headers().getDate(header)).map(Date::toInstant);
    }

    /**
     * Follows redirects itself, to no less safe address; credentials are sent to the first host
     * only.
     */
    private Response followed(String known) throws IOException {
        HttpUrl at = fetched;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            Response answer = http.newCall(request(at, known)).execute();
            String next = answer.header("Location");
            if (!answer.isRedirect() || next == null) {
                return answer;
            }
            answer.close();
            at = redirected(at, next);
        }
        throw address.refused("redirects too often");
    }

    private HttpUrl redirected(HttpUrl from, String location) {
        HttpUrl to = from.resolve(location.strip());
        if (to == null) {
            throw address.refused("redirects to something that is no web address");
        }
        boolean allowed =
                to.isHttps()
                        || !from.isHttps()
                                && (address.settings().allowHttp() || LoopbackHost.isIn(to.uri()));
        boolean user =
                !to.encodedUsername().isEmpty()
                        && !to.encodedUsername().equals(from.encodedUsername());
        if (user || !allowed) {
            throw address.refused(
                    ("redirects to %s://%s, which is not followed: only https without a user name"
                         + " is. Set stockload.sources.%s.url to the address of the sheet")
                            .formatted(to.scheme(), to.host(), address.name()));
        }
        return to;
    }

    private boolean isFirstServer(HttpUrl at) {
        return at.scheme().equals(fetched.scheme())
                && at.host().equals(fetched.host())
                && at.port() == fetched.port();
    }

    private Request request(HttpUrl at, String known) {
        // Versions and passwords may have any letters. Compressed, an answer has no length.
        Headers.Builder headers = new Headers.Builder().add("Accept-Encoding", "identity");
        if (known != null && known.startsWith(ETAG)) {
            headers.addUnsafeNonAscii("If-None-Match", known.substring(ETAG.length()));
        } else if (known != null && known.startsWith(MODIFIED)) {
            headers.addUnsafeNonAscii("If-Modified-Since", known.substring(MODIFIED.length()));
        }
        if (isFirstServer(at)) {
            authorization().ifPresent(who -> headers.addUnsafeNonAscii("Authorization", who));
        }
        return new Request.Builder().url(at).headers(headers.build()).build();
    }

    private Optional<String> authorization() {
        String bearer = address.settings().bearer();
        if (bearer != null) {
            return Optional.of("Bearer " + bearer);
        }
        return address.password()
                .map(password -> Credentials.basic(address.user(), password, UTF_8));
    }

    /** The date for {@code {date}} or {@code {date:yyyyMMdd}} in the address. */
    private String date(MatchResult found) {
        if (found.group(1) == null) {
            return today.toString();
        }
        try {
            return DateTimeFormatter.ofPattern(found.group(1), Locale.ROOT).format(today);
        } catch (RuntimeException e) {
            throw address.unusable(
                    "url", "has an unknown date pattern: it looks like {date} or {date:yyyyMMdd}");
        }
    }
}
