package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.merchant.Outcome.Kind;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Requests over https. */
class HttpsTest {
    private static final String TRUST = "javax.net.ssl.trustStore";
    private static final String PASSWORD = "javax.net.ssl.trustStorePassword";

    private final MockWebServer server = new MockWebServer();
    private final HeldCertificate certificate =
            new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();

    @BeforeEach
    void start() throws Exception {
        server.useHttps(
                new HandshakeCertificates.Builder()
                        .heldCertificate(certificate)
                        .build()
                        .sslSocketFactory());
    }

    @AfterEach
    void stop() {
        server.close();
        System.clearProperty(TRUST);
        System.clearProperty(PASSWORD);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void one_connection_serves_many_requests(Protocol protocol, @TempDir Path folder)
            throws Exception {
        trustTheServer(folder);
        server.setProtocols(
                protocol == Protocol.HTTP_2
                        ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                        : List.of(protocol));
        server.start();
        List<RecordedRequest> requests = new ArrayList<>();
        try (Merchant merchant = merchant()) {
            for (int i = 0; i < 5; i++) {
                server.enqueue(
                        new MockResponse.Builder()
                                .body("{\"success\":true,\"msg\":\"\",\"data\":[]}")
                                .build());
                assertThat(merchant.stock(1)).returns(Kind.ACCEPTED, Outcome::kind);
                requests.add(server.takeRequest(1, TimeUnit.SECONDS));
            }
        }
        assertThat(requests)
                .extracting(RecordedRequest::getConnectionIndex)
                .containsExactly(0, 0, 0, 0, 0);
        assertThat(requests).allMatch(request -> request.getHandshake() != null);
    }

    @Test
    void sends_nothing_to_an_untrusted_certificate() throws Exception {
        server.start();
        try (Merchant merchant = merchant()) {
            Outcome<?> outcome = merchant.stock(1);
            assertThat(outcome).returns(Kind.UNREACHED, Outcome::kind);
            assertThat(outcome.describe())
                    .contains("its certificate is not trusted")
                    .doesNotContain("PKIX", "sun.security");
        }
    }

    private Merchant merchant() {
        return new Merchant(
                TestAccounts.of("test", server.url("/").uri(), "secret", "token"),
                InstantSource.system());
    }

    private void trustTheServer(Path folder) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificate.certificate());
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            trusted.store(out, "password".toCharArray());
        }
        System.setProperty(TRUST, file.toString());
        System.setProperty(PASSWORD, "password");
    }
}
