package dev.stockload.sources;

import dev.stockload.process.LoopbackHost;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;

import org.apache.commons.io.input.ProxyInputStream;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The checked address of a source; {@code url} has no password, and no text has a secret. */
public record SourceAddress(String name, URI url, SourceSettings settings, StopSignal stop) {
    private static final int DEFAULT_MEGABYTES = 200;
    private static final Set<String> SCHEMES = Set.of("sftp", "https", "http", "imaps", "imap");

    static SourceAddress of(String name, Map<String, SourceSettings> sources, StopSignal stop) {
        SourceSettings settings = sources.get(name);
        if (settings == null) {
            throw new RunFailedException(
                    "There is no source '%s': set stockload.sources.%s.url".formatted(name, name));
        }
        URI url = url(name, settings.url());
        SourceAddress address = new SourceAddress(name, url, settings, stop);
        String scheme = address.scheme();
        if (!SCHEMES.contains(scheme) || url.getHost() == null) {
            throw address.unusable(
                    "url",
                    scheme.startsWith("ftp")
                            ? "is an ftp: address, which carries the password and the sheets"
                                    + " unencrypted: use sftp:"
                            : "looks like sftp://user@host/folder, https://host/path or"
                                    + " imaps://user@host/INBOX");
        }
        if (url.getRawUserInfo() != null && url.getRawUserInfo().contains(":")) {
            throw address.unusable(
                    "url",
                    "contains a password: set stockload.sources.%s.password instead"
                            .formatted(name));
        }
        boolean unencrypted = scheme.equals("http") || scheme.equals("imap");
        if (unencrypted && !settings.allowHttp() && !LoopbackHost.isIn(url)) {
            throw address.unusable(
                    "url",
                    "is an %s: address, which carries everything unencrypted: use %ss:, or set stockload.sources.%s.allow-http to true"
                            .formatted(scheme, scheme, name));
        }
        if (!address.isWeb() && address.user().isEmpty()) {
            throw address.unusable(
                    "url", "names no user: write %s://user@host/…".formatted(scheme));
        }
        return address;
    }

    private static URI url(String name, String text) {
        if (text == null || text.isBlank()) {
            throw unusable(name, "url", "is not set");
        }
        if (text.contains("${")) {
            throw unusable(name, "url", "refers to a variable with ${...} that is not set");
        }
        try {
            // The braces of a date pattern are not allowed in a URI.
            return new URI(
                    text.strip().replace("{", "%7B").replace("}", "%7D").replace(" ", "%20"));
        } catch (URISyntaxException e) {
            throw unusable(name, "url", "is not an address");
        }
    }

    private static RunFailedException unusable(String name, String part, String what) {
        return new RunFailedException("stockload.sources.%s.%s %s".formatted(name, part, what));
    }

    RunFailedException unusable(String part, String what) {
        return unusable(name, part, what);
    }

    /** A fault that a later try may not meet. */
    RunFailedException away(String what) {
        return RunFailedException.passing("The source %s %s".formatted(this, what));
    }

    RunFailedException untrusted() {
        return refused(
                ("has a certificate that is not trusted: if its owner confirms it, set"
                                + " stockload.sources.%s.certificate to a file with it")
                        .formatted(name));
    }

    RunFailedException refused(String what) {
        return new RunFailedException("The source %s %s".formatted(this, what));
    }

    /** Trusts the certificates of its file; empty if it names none. */
    Optional<SslBundle> trust() {
        return Optional.ofNullable(settings.certificate()).map(this::trusting);
    }

    private SslBundle trusting(String file) {
        try {
            String place = Path.of(file).toUri().toString();
            SslBundle bundle =
                    SslBundle.of(
                            new PemSslStoreBundle(null, PemSslStoreDetails.forCertificate(place)));
            bundle.createSslContext();
            return bundle;
        } catch (RuntimeException e) {
            throw unusable("certificate", "is not a readable certificate: " + file);
        }
    }

    /** Copies a file of the source unless it has more than it may have; ends early at a stop. */
    void copy(InputStream from, Path to) throws IOException {
        try (InputStream in = limited(from);
                OutputStream out = Files.newOutputStream(to)) {
            in.transferTo(out);
        }
    }

    private InputStream limited(InputStream in) {
        int megabytes = Objects.requireNonNullElse(settings.maxMegabytes(), DEFAULT_MEGABYTES);
        return new ProxyInputStream(in) {
            private long fetched;

            @Override
            protected void afterRead(int count) {
                // A slow server may take hours to send the rest.
                stop.check();
                fetched += Math.max(0, count);
                if (fetched > (long) megabytes << 20) {
                    throw refused(
                            "has a file of more than %d MB, too much for a stock sheet: if it is one, set stockload.sources.%s.max-megabytes"
                                    .formatted(megabytes, name));
                }
            }
        };
    }

    String user() {
        return Objects.requireNonNullElse(url.getUserInfo(), "");
    }

    Optional<String> password() {
        return Optional.ofNullable(settings.password()).filter(text -> !text.isEmpty());
    }

    /** The only address from which mails of a mailbox are read. */
    public Optional<String> sender() {
        return Optional.ofNullable(settings.fromAddress())
                .filter(each -> !isWeb() && !hasFolders());
    }

    boolean isEncrypted() {
        return scheme().endsWith("s");
    }

    public boolean hasFolders() {
        return scheme().equals("sftp");
    }

    boolean isWeb() {
        return scheme().startsWith("http");
    }

    private String scheme() {
        return String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    }

    /** The address without its secrets; any folder of a web address may be one. */
    public String shown() {
        String user = user().isEmpty() || isWeb() ? "" : user() + "@";
        return "%s://%s%s".formatted(url.getScheme(), user, host())
                + (isWeb() ? end() : url.getPath());
    }

    private String end() {
        String path = url.getPath();
        String name = path.substring(path.lastIndexOf('/') + 1);
        boolean nothing = path.isEmpty() || path.equals("/");
        return nothing || path.equals("/" + name) && name.contains(".")
                ? path
                : "/…" + (name.contains(".") ? "/" + name : "");
    }

    @Override
    public String toString() {
        return "%s (%s://%s)".formatted(name, url.getScheme(), host());
    }

    private String host() {
        return url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    /**
     * The settings {@code stockload.sources.NAME.*}; null if one is not set.
     *
     * @param url {@code sftp://user@host/folder}, {@code https://host/path} or {@code
     *     imaps://user@host/INBOX}
     * @param hostKey the fingerprint of the server's key, such as {@code SHA256:…}
     * @param certificate a file with the server's certificate, or the one that signed it, if Java
     *     does not know it
     * @param fromAddress the sender whose e-mails are read
     * @param subject a text in the subject of the e-mails that are read
     * @param allowHttp whether {@code http:} and {@code imap:} may be used beyond this machine
     * @param maxMegabytes how large a file may be
     */
    public record SourceSettings(
            String url,
            String password,
            String keyFile,
            String keyPassphrase,
            String hostKey,
            String bearer,
            String certificate,
            String fromAddress,
            String subject,
            boolean allowHttp,
            Integer maxMegabytes) {
        /** Without secrets. */
        @Override
        public String toString() {
            return String.valueOf(url);
        }
    }
}
