package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.process.FaultMessages;
import dev.stockload.sources.SourceAddress.SourceSettings;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A sheet at an https address, with a certificate of our own. */
@Timeout(60)
@Tag("soak")
class HttpSheetsTest extends InNights {
    @AutoClose private final MockWebServer server = new MockWebServer();
    private Path certificate;

    @BeforeEach
    void open() throws IOException {
        HeldCertificate held = useHttps(server, "localhost");
        certificate = Files.writeString(folder.resolve("server.pem"), held.certificatePem());
        server.start();
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
        assertThat(nights.take(job)).isEmpty();
        assertThat(server.takeRequest().getHeaders().get("If-None-Match")).isEqualTo("\"v1\"");
    }

    @Test
    void a_version_may_have_any_letters() throws Exception {
        source("/stock.csv", null, null);
        JobDefinition job = job();
        server.enqueue(sheet().addHeaderLenient("ETag", "\"größe-9\"").build());
        nights.runs.run(job, false);
        server.takeRequest();
        server.enqueue(new MockResponse.Builder().code(304).build());
        assertThat(nights.take(job)).isEmpty();
        assertThat(server.takeRequest().getHeaders().get("If-None-Match")).endsWith("e-9\"");
    }

    @Test
    void an_unusable_sheet_is_not_tried_again_until_its_content_changes() throws Exception {
        source("/stock.csv", null, null);
        JobDefinition job = job();
        server.enqueue(sheet().body("nothing of use\n").build());
        nights.runs.run(job, false);
        server.enqueue(sheet().body("nothing of use\n").build());
        nights.runs.run(job, false);
        assertThat(nights.ledger.runs().size("")).isOne();

        server.enqueue(sheet().build());
        nights.runs.run(job, false);
        assertThat(nights.service.applied()).containsEntry("1 red", 1);
    }

    @Test
    void a_download_that_is_too_large_ends_with_a_sentence() throws Exception {
        source("/stock.csv", null, null);
        server.enqueue(sheet().body("x".repeat(1 << 20) + "y").build());
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("a file of more than 1 MB, too much for a stock sheet")
                .hasMessageContaining("stockload.sources.shop.max-megabytes");
    }

    @Test
    void a_preview_of_the_newest_sheet_stores_nothing() throws Exception {
        source("/stock.csv", null, null);
        JobDefinition job = job();
        NewSheets sheets = new NewSheets(nights.context());
        server.enqueue(sheet().setHeader("ETag", "\"v1\"").build());
        assertThat(sheets.newest(job, "default").file()).content().isEqualTo(GOOD);
        assertThat(last()).isEmpty();

        server.enqueue(new MockResponse.Builder().code(404).build());
        assertThatThrownBy(() -> sheets.newest(job, "default")).hasMessageContaining("no sheet at");
        assertThat(new JobSheets(nights.ledger, job, "default").failure()).isEmpty();
    }

    @Test
    void without_an_etag_the_modification_time_counts() throws Exception {
        source("/stock.csv", null, "t0ken");
        JobDefinition job = job();
        String time = "Sun, 15 Nov 2026 00:30:00 GMT";
        server.enqueue(sheet().setHeader("Last-Modified", time).build());
        nights.runs.run(job, false);
        assertThat(server.takeRequest().getHeaders().get("Authorization"))
                .isEqualTo("Bearer t0ken");
        server.enqueue(new MockResponse.Builder().code(304).build());
        assertThat(nights.take(job)).isEmpty();
        assertThat(server.takeRequest().getHeaders().get("If-Modified-Since")).isEqualTo(time);
    }

    @Test
    void a_recently_changed_file_is_taken_once_it_stops_changing() throws Exception {
        source("/stock.csv", null, null);
        server.enqueue(young(GOOD));
        server.enqueue(young(GOOD + "1,blue,36,1\n"));
        server.enqueue(young(GOOD + "1,blue,36,1\n1,green,36,1\n"));
        server.enqueue(young(GOOD + "1,blue,36,1\n1,green,36,1\n"));
        assertThat(nights.take(job()))
                .singleElement()
                .satisfies(file -> assertThat(file).content().contains("red", "blue", "green"));
        assertThat(server.getRequestCount()).isEqualTo(4);
    }

    @Test
    void a_file_that_keeps_growing_is_not_taken() throws Exception {
        source("/stock.csv", null, null);
        for (int lines = 1; lines <= 6; lines++) {
            server.enqueue(young(GOOD + "1,blue,36,1\n".repeat(lines)));
        }
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageStartingWith("stock.csv of source shop is not complete yet")
                .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isTrue());
        assertThat(last()).isEmpty();
    }

    /** Changed within the last seconds, by the server's clock. */
    private static MockResponse young(String text) {
        return sheet().body(text)
                .setHeader("Date", "Sun, 15 Nov 2026 07:00:03 GMT")
                .setHeader("Last-Modified", "Sun, 15 Nov 2026 07:00:00 GMT")
                .build();
    }

    @Test
    void an_answer_of_unknown_length_is_taken_if_two_copies_are_equal() throws Exception {
        try (MockWebServer plain = new MockWebServer()) {
            plain.start();
            nights.sources.put("shop", settings(plain.url("/a.csv").toString(), null, null, null));
            plain.enqueue(endless(GOOD.substring(0, 30)));
            plain.enqueue(endless(GOOD));
            plain.enqueue(endless(GOOD));
            plain.enqueue(endless(GOOD));
            assertThat(nights.take(job()))
                    .singleElement()
                    .satisfies(file -> assertThat(file).hasContent(GOOD));
            assertThat(plain.getRequestCount()).isEqualTo(4);
        }
    }

    private static MockResponse endless(String text) {
        return new MockResponse.Builder()
                .body(text)
                .removeHeader("Content-Length")
                .setHeader("Content-Type", "text/csv")
                .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
                .build();
    }

    @Test
    void a_stop_ends_a_long_fetch_and_is_not_reported_as_a_failure() throws Exception {
        source("/stock.csv", null, null);
        server.enqueue(
                sheet().body(GOOD.repeat(30_000))
                        .throttleBody(1_000, 100, TimeUnit.MILLISECONDS)
                        .build());
        JobDefinition job = nights.job("night", "from: shop\nnotify: https://a.example/\n");
        CompletableFuture<Boolean> run =
                CompletableFuture.supplyAsync(() -> nights.runs.run(job, false));
        server.takeRequest();
        nights.stop.ask();
        assertThat(run.get()).isFalse();
        assertThat(new JobSheets(nights.ledger, job, "default").failure()).isEmpty();
        assertThat(nights.waiting()).isEmpty();
    }

    @Test
    void a_lost_connection_can_be_retried_and_nothing_is_taken() throws Exception {
        source("/stock.csv", null, null);
        server.enqueue(
                new MockResponse.Builder()
                        .body(GOOD.repeat(10_000))
                        .onResponseBody(SocketEffect.ShutdownConnection.INSTANCE)
                        .build());
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("was lost")
                .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isTrue());
        assertThat(last()).isEmpty();
    }

    @Test
    void a_server_that_stalls_is_given_up_in_time() throws Exception {
        source("/stock.csv", null, null);
        server.enqueue(
                new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job)).hasMessageContaining("does not answer in time");
    }

    @Test
    void a_certificate_of_an_unknown_issuer_is_refused() throws Exception {
        nights.sources.put("shop", settings(server.url("/stock.csv").toString(), null, null, null));
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("certificate that is not trusted");
    }

    @Test
    void a_login_page_is_refused() throws Exception {
        source("/export?format=csv&key=s3cret", null, null);
        server.enqueue(
                new MockResponse.Builder()
                        .setHeader("Content-Type", "text/html; charset=utf-8")
                        .body("<html>Sign in</html>")
                        .build());
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("answers with a web page instead of a sheet")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_redirect_to_another_host_does_not_get_our_credentials() throws Exception {
        try (MockWebServer other = new MockWebServer()) {
            HeldCertificate held = useHttps(other, "127.0.0.1");
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
            assertThat(nights.take(job())).singleElement().asString().endsWith("export.csv");
            assertThat(other.takeRequest().getHeaders().get("Authorization")).isNull();
        }
    }

    @Test
    void the_address_may_contain_the_date_and_a_file_that_does_not_exist_yet_is_no_fault()
            throws Exception {
        source("/{date:yyyyMMdd}/stock-{date}.csv", null, null);
        server.enqueue(new MockResponse.Builder().code(404).build());
        assertThat(nights.take(job())).isEmpty();
        assertThat(server.takeRequest().getTarget()).isEqualTo("/20261115/stock-2026-11-15.csv");
    }

    @Test
    void a_missing_file_at_a_fixed_address_is_a_failed_fetch_reported_without_secrets()
            throws Exception {
        source("/t0ken/stock.csv?key=s3cret", null, null);
        server.enqueue(new MockResponse.Builder().code(404).build());
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessage(
                        "The source shop (https://localhost:%d) has no sheet at"
                                        .formatted(server.getPort())
                                + " https://localhost:%d/…/stock.csv (it answered 404): check"
                                        .formatted(server.getPort())
                                + " stockload.sources.shop.url")
                .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isTrue());
    }

    @Test
    void no_part_of_an_address_is_in_the_ledger() throws Exception {
        source("/t0ken/stock.csv?key=s3cret", null, null);
        server.enqueue(sheet().setHeader("ETag", "\"v1\"").build());
        nights.runs.run(job(), false);
        assertThat(last().orElseThrow().toString())
                .contains("stock.csv")
                .doesNotContain("t0ken", "s3cret");
    }

    @Test
    void notifications_do_not_contain_the_path_of_the_copy() throws Exception {
        source("/stock.csv", null, null);
        JobDefinition job =
                nights.job("night", "from: shop\nexpect: \"00:00\"\nnotify: https://a.example/\n");
        server.enqueue(
                new MockResponse.Builder().addHeader("ETag", "\"1\"").body("no sheet").build());
        nights.runs.run(job, false);
        nights.notifier.findEnded();
        String messages = nights.waiting().toString();
        assertThat(messages).contains("stock.csv was not imported", "\"file\":\"stock.csv\"");
        assertThat(messages).doesNotContain("sources/shop", nights.data.toString());
    }

    @Test
    void an_unreachable_server_is_reported_in_a_sentence() throws Exception {
        source("/stock.csv", null, null);
        int port = server.getPort();
        server.close();
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessage(
                        "The source shop (https://localhost:%d) does not answer: nobody listens at"
                                        .formatted(port)
                                + " this host and port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.255.255.1/stock.csv?key=s3cret",
                "http://shop.example/s3cret",
                "file:///etc/passwd",
                "ftp://localhost/s3cret",
                "https://u:s3cret@localhost/",
                "https://[s3cret"
            })
    void a_redirect_to_an_unsafe_address_is_refused(String location) throws Exception {
        try (MockWebServer plain = new MockWebServer()) {
            plain.start();
            nights.sources.put("shop", settings(plain.url("/a.csv").toString(), null, "t", null));
            plain.enqueue(
                    new MockResponse.Builder().code(302).setHeader("Location", location).build());
            JobDefinition job = job();
            assertThatThrownBy(() -> nights.take(job))
                    .hasMessageStartingWith(
                            "The source shop (http://localhost:%d) redirects to ", plain.getPort())
                    .hasMessageNotContaining("s3cret")
                    .satisfies(fault -> assertThat(FaultMessages.isPassing(fault)).isFalse());
        }
    }

    @Test
    void a_redirect_from_https_to_http_is_refused_even_on_this_machine() throws Exception {
        source("/stock.csv", null, "t0ken");
        server.enqueue(
                new MockResponse.Builder()
                        .code(302)
                        .setHeader("Location", "http://localhost:1/x")
                        .build());
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("redirects to http://localhost");
    }

    @Test
    void redirects_in_a_circle_are_given_up() throws Exception {
        source("/stock.csv", null, null);
        for (int i = 0; i < 6; i++) {
            server.enqueue(
                    new MockResponse.Builder()
                            .code(307)
                            .setHeader("Location", "/stock.csv")
                            .build());
        }
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job)).hasMessageContaining("redirects too often");
        assertThat(server.getRequestCount()).isEqualTo(6);
        assertThat(server.takeRequest().getHeaders().get("Accept-Encoding")).isEqualTo("identity");
    }

    @Test
    void another_port_is_another_server_and_does_not_get_our_credentials() throws Exception {
        try (MockWebServer first = new MockWebServer();
                MockWebServer other = new MockWebServer()) {
            first.start();
            other.start();
            nights.sources.put(
                    "shop", settings(first.url("/a.csv").toString(), null, "t0ken", null));
            first.enqueue(
                    new MockResponse.Builder()
                            .code(302)
                            .setHeader("Location", other.url("/b.csv").toString())
                            .build());
            other.enqueue(sheet().build());
            assertThat(nights.take(job())).hasSize(1);
            assertThat(first.takeRequest().getHeaders().get("Authorization")).isNotNull();
            assertThat(other.takeRequest().getHeaders().get("Authorization")).isNull();
        }
    }

    @Test
    void plain_http_and_ftp_beyond_this_machine_are_refused() throws Exception {
        nights.sources.put("shop", settings("http://shop.example/s.csv", null, null, null));
        JobDefinition job = job();
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("use https:, or set stockload.sources.shop.allow-http");
        nights.sources.put("shop", settings("ftp://shop.example/s.csv", null, null, null));
        assertThatThrownBy(() -> nights.take(job)).hasMessageContaining("use sftp:");
        nights.sources.put("shop", settings("https://u:s3cret@shop.example/", null, null, null));
        assertThatThrownBy(() -> nights.take(job))
                .hasMessageContaining("contains a password")
                .hasMessageNotContaining("s3cret");
    }

    private static HeldCertificate useHttps(MockWebServer server, String host) {
        HeldCertificate held =
                new HeldCertificate.Builder().addSubjectAlternativeName(host).build();
        server.useHttps(
                new HandshakeCertificates.Builder()
                        .heldCertificate(held)
                        .build()
                        .sslSocketFactory());
        return held;
    }

    private static MockResponse.Builder sheet() {
        return new MockResponse.Builder().setHeader("Content-Type", "text/csv").body(GOOD);
    }

    private void source(String path, String password, String bearer) {
        String url = "https://stock@localhost:%d%s".formatted(server.getPort(), path);
        nights.sources.put("shop", settings(url, password, bearer, certificate.toString()));
    }

    private static SourceSettings settings(
            String url, String password, String bearer, String certificate) {
        return new SourceSettings(
                url, password, null, null, null, bearer, certificate, null, null, false, 1);
    }

    private Optional<JobSheets.Last> last() throws IOException {
        return new JobSheets(nights.ledger, job(), "default").last();
    }

    private JobDefinition job() throws IOException {
        return nights.job("night", "from: shop\nzone: Europe/Vienna\n");
    }
}
