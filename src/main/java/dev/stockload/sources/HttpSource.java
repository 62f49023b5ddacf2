package dev.stockload.sources;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stockload.process.ConnectionFault;
import dev.stockload.process.LoopbackHost;
import dev.stockload.process.StopSignal;
import dev.stockload.stock.Count;

import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

import org.apache.commons.io.function.IOFunction;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.URI;
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
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

/** One sheet at a web address, fetched when it has changed. */
final class HttpSource implements Source {
    private static final String ETAG = "etag ";
    private static final String MODIFIED = "modified ";
    private static final String UNKNOWN = "fetched ";

    /** A file that is being written changes at least this often. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    private static final int MOST_REDIRECTS = 5;
    private static final int BUFFER = 16_384;

    private static final Pattern DATE = Pattern.compile("\\{date(?::([^}]*))?}");
    private static final Pattern FORMAT = Pattern.compile("(?:format|output)=(csv|xlsx|ods|tsv)");

    private final SourceAddress address;
    private final OkHttpClient http;
    private final LocalDate today;
    private final StopSignal stop;
    private URI fetched;

    /** Whether there is another file each day, which may not exist yet. */
    private boolean dated;

    private boolean endKnown;
    private Instant modified;

    /** By the server's clock, if it sends the time. */
    private Optional<Instant> answeredAt = Optional.empty();

    HttpSource(SourceAddress address, Sources.Limits limits, LocalDate today, StopSignal stop) {
        this.address = address;
        this.http = client(address, limits);
        this.today = today;
        this.stop = stop;
    }

    private static OkHttpClient client(SourceAddress address, Sources.Limits limits) {
        OkHttpClient.Builder http =
                new OkHttpClient.Builder()
                        .protocols(List.of(Protocol.HTTP_1_1))
                        .connectTimeout(limits.connect())
                        .readTimeout(limits.answer())
                        .writeTimeout(limits.answer())
                        .followRedirects(false)
                        .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS));
        address.trust().ifPresent(trust -> http.sslSocketFactory(address.sockets(), trust));
        return http.build();
    }

    @Override
    public List<SourceFile> list(FilePattern pattern) {
        String url = address.url().toString().replace("%7B", "{").replace("%7D", "}");
        String file = (pattern.folder() + pattern.name()).replace(" ", "%20");
        Matcher date = DATE.matcher(url.endsWith("/") ? url + file : url);
        dated = date.find();
        fetched = URI.create(date.replaceAll(found -> Matcher.quoteReplacement(date(found))));
        String last = SourceFile.localName(String.valueOf(fetched.getPath()));
        Matcher format = FORMAT.matcher(String.valueOf(fetched.getQuery()));
        String named = last.contains(".") || !format.find() ? last : last + "." + format.group(1);
        return List.of(new SourceFile(path(named), named, -1, Instant.EPOCH, ""));
    }

    /** The path in the ledger: a hash of the address, since any part may be a secret. */
    private String path(String name) {
        return UUID.nameUUIDFromBytes(fetched.toString().getBytes(UTF_8)) + "/" + name;
    }

    @Override
    public List<SourceFile> probe(FilePattern pattern) throws IOException {
        SourceFile file = list(pattern).get(0);
        try {
            SourceFile found = request(null, answer -> describe(answer, file));
            return List.of(found);
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private SourceFile describe(Response answer, SourceFile file) throws IOException {
        check(answer, file);
        return new SourceFile(
                file.path(),
                file.name(),
                answer.body().contentLength(),
                modified(answer),
                version(answer));
    }

    @Override
    public Optional<SourceFile> fetch(SourceFile file, String known, Path to) throws IOException {
        return request(known, answer -> copy(answer, file, to));
    }

    private <T> T request(String known, IOFunction<Response, T> reading) throws IOException {
        try {
            try (Response answer = followed(known)) {
                return reading.apply(answer);
            }
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
        long copied = copyBody(answer, file, to);
        endKnown = answer.body().contentLength() >= 0 || answer.header("Transfer-Encoding") != null;
        modified = modified(answer);
        answeredAt = time(answer, "Date");
        return Optional.of(
                new SourceFile(file.path(), file.name(), copied, modified, version(answer)));
    }

    /** Checks for a stop after each read: a slow server may take hours to send the rest. */
    private long copyBody(Response answer, SourceFile file, Path to) throws IOException {
        long copied = 0;
        try (InputStream in = address.limited(answer.body().byteStream());
                OutputStream out = Files.newOutputStream(to)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                stop.check();
                out.write(buffer, 0, read);
                copied += read;
            }
        } catch (ProtocolException e) {
            throw address.away(
                    "was lost in the middle of %s, after %s"
                            .formatted(file.name(), Count.of(copied, "byte")));
        }
        return copied;
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

    /** Follows redirects; credentials are sent to the first host only. */
    private Response followed(String known) throws IOException {
        URI at = fetched;
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

    /** The target of a redirect, unless it is less safe than the address before. */
    private URI redirected(URI from, String location) {
        URI to;
        try {
            to = from.resolve(location.strip());
        } catch (IllegalArgumentException e) {
            throw address.refused("redirects to something that is not an address");
        }
        String scheme = String.valueOf(to.getScheme()).toLowerCase(Locale.ROOT);
        boolean safe = scheme.equals("https");
        boolean allowed =
                scheme.equals("http")
                        && from.getScheme().equalsIgnoreCase("http")
                        && (address.settings().allowHttp() || LoopbackHost.isIn(to));
        boolean ownUser = Objects.equals(to.getRawUserInfo(), from.getRawUserInfo());
        boolean user = to.getRawUserInfo() != null && !ownUser;
        if (to.getHost() == null || user || !safe && !allowed) {
            throw address.refused(
                    ("redirects to %s://%s, which is not followed: only https without a user name"
                         + " is. Set stockload.sources.%s.url to the address of the sheet")
                            .formatted(
                                    scheme,
                                    to.getHost() == null ? "…" : to.getHost(),
                                    address.name()));
        }
        return to;
    }

    private boolean isFirstServer(URI at) {
        return at.getScheme().equalsIgnoreCase(fetched.getScheme())
                && at.getHost().equalsIgnoreCase(fetched.getHost())
                && at.getPort() == fetched.getPort();
    }

    private Request request(URI at, String known) {
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
        return new Request.Builder().url(at.toString()).headers(headers.build()).build();
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
