package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.runs.FaultMessages;
import dev.stockload.sources.SourceSettings;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A sheet at an https address, with a certificate of our own. */
@Timeout(60)
class HttpSheetsTest {
    private static final String SHEET = "pid,colour,size,stock\n1,red,36,4\n";

    @TempDir Path folder;

    private final MockWebServer server = new MockWebServer();
    private Path certificate;
    private JobFixture nights;

    @BeforeEach
    void open() throws IOException {
        HeldCertificate held =
                new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
        certificate = Files.writeString(folder.resolve("server.pem"), held.certificatePem());
        server.useHttps(
                new HandshakeCertificates.Builder()
                        .heldCertificate(held)
                        .build()
                        .sslSocketFactory());
        server.start();
        nights = new JobFixture(Files.createDirectories(folder.resolve("here")));
        nights.service.product(1, "A-1");
    }

    @AfterEach
    void close() {
        nights.close();
        server.close();
    }

    @Test
    void the_same_file_is_not_fetched_twice() throws Exception {
        source("/stock.csv", "w0rd", null);
        JobDefinition job = job();
        server.enqueue(sheet().setHeader("ETag", "\"v1\"").build());
        nights.runs.run(job, false);
        assertThat(nights.service.applied()).containsEntry("1 red", 1);
        RecordedRequest first = server.takeRequest();
        assertThat(first.getHeaders().get("If-None-Match")).isNull();
        assertThat(first.getHeaders().get("Authorization")).isEqualTo("Basic c3RvY2s6dzByZA==");

        server.enqueue(new MockResponse.Builder().code(304).build());
        assertThat(take(job)).isEmpty();
        assertThat(server.takeRequest().getHeaders().get("If-None-Match")).isEqualTo("\"v1\"");
    }

    @Test
    void without_a_tag_the_time_counts() throws Exception {
        source("/stock.csv", null, "t0ken");
        JobDefinition job = job();
        String time = "Sun, 15 Nov 2026 00:30:00 GMT";
        server.enqueue(sheet().setHeader("Last-Modified", time).build());
        nights.runs.run(job, false);
        assertThat(server.takeRequest().getHeaders().get("Authorization"))
                .isEqualTo("Bearer t0ken");
        server.enqueue(new MockResponse.Builder().code(304).build());
        assertThat(take(job)).isEmpty();
        assertThat(server.takeRequest().getHeaders().get("If-Modified-Since")).isEqualTo(time);
    }

    @Test
    void a_connection_lost_in_the_middle_passes_and_nothing_is_taken() throws Exception {
        source("/stock.csv", null, null);
        server.enqueue(
                new MockResponse.Builder()
                        .body(SHEET.repeat(10_000))
                        .onResponseBody(SocketEffect.ShutdownConnection.INSTANCE)
                        .build());
        JobDefinition job = job();
        assertThatThrownBy(() -> take(job))
                .hasMessageContaining("was lost")
                .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isTrue());
        assertThat(nights.ledger.sourceFiles().last("night")).isEmpty();
    }

    @Test
    void a_server_that_stalls_is_given_up_in_time() throws Exception {
        source("/stock.csv", null, null);
        server.enqueue(
                new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
        JobDefinition job = job();
        assertThatThrownBy(() -> take(job)).hasMessageContaining("does not answer in time");
    }

    @Test
    void a_certificate_that_nobody_vouches_for_is_refused() throws Exception {
        nights.sources.put("shop", settings(server.url("/stock.csv").toString(), null, null, null));
        JobDefinition job = job();
        assertThatThrownBy(() -> take(job)).hasMessageContaining("certificate that is not trusted");
    }

    @Test
    void a_login_page_is_no_sheet() throws Exception {
        source("/export?format=csv&key=s3cret", null, null);
        server.enqueue(
                new MockResponse.Builder()
                        .setHeader("Content-Type", "text/html; charset=utf-8")
                        .body("<html>Sign in</html>")
                        .build());
        JobDefinition job = job();
        assertThatThrownBy(() -> take(job))
                .hasMessageContaining("answers with a web page instead of a sheet")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_link_to_another_host_does_not_carry_our_credentials() throws Exception {
        try (MockWebServer other = new MockWebServer()) {
            HeldCertificate held =
                    new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();
            other.useHttps(
                    new HandshakeCertificates.Builder()
                            .heldCertificate(held)
                            .build()
                            .sslSocketFactory());
            other.start();
            Files.writeString(certificate, Files.readString(certificate) + held.certificatePem());
            source("/export?format=csv", null, "t0ken");
            server.enqueue(
                    new MockResponse.Builder()
                            .code(302)
                            .setHeader(
                                    "Location", "https://127.0.0.1:%d/x".formatted(other.getPort()))
                            .build());
            other.enqueue(sheet().build());
            assertThat(take(job())).singleElement().asString().endsWith("export.csv");
            assertThat(other.takeRequest().getHeaders().get("Authorization")).isNull();
        }
    }

    @Test
    void a_date_stands_in_the_address_and_a_file_that_is_not_there_yet_is_no_fault()
            throws Exception {
        source("/{date:yyyyMMdd}/stock-{date}.csv", null, null);
        server.enqueue(new MockResponse.Builder().code(404).build());
        assertThat(take(job())).isEmpty();
        assertThat(server.takeRequest().getTarget()).isEqualTo("/20261115/stock-2026-11-15.csv");
    }

    @Test
    void plain_http_and_ftp_beyond_this_machine_are_refused() throws Exception {
        nights.sources.put("shop", settings("http://shop.example/s.csv", null, null, null));
        JobDefinition job = job();
        assertThatThrownBy(() -> take(job))
                .hasMessageContaining("use https:, or set stockload.sources.shop.allow-http");
        nights.sources.put("shop", settings("ftp://shop.example/s.csv", null, null, null));
        assertThatThrownBy(() -> take(job)).hasMessageContaining("use sftp:");
        nights.sources.put("shop", settings("https://u:s3cret@shop.example/", null, null, null));
        assertThatThrownBy(() -> take(job))
                .hasMessageContaining("contains a password")
                .hasMessageNotContaining("s3cret");
    }

    private static MockResponse.Builder sheet() {
        return new MockResponse.Builder().setHeader("Content-Type", "text/csv").body(SHEET);
    }

    private void source(String path, String password, String bearer) {
        String url = "https://stock@localhost:%d%s".formatted(server.getPort(), path);
        nights.sources.put("shop", settings(url, password, bearer, certificate.toString()));
    }

    private static SourceSettings settings(
            String url, String password, String bearer, String certificate) {
        return new SourceSettings(
                url, password, null, null, null, bearer, certificate, null, null, false);
    }

    private JobDefinition job() throws IOException {
        return nights.job("night", "from: shop\nzone: Europe/Vienna\n");
    }

    private List<Path> take(JobDefinition job) throws IOException {
        return new JobSheets(nights.context()).take(job, "default", false);
    }
}
