package dev.stockload.notifications;

import dev.stockload.process.ConnectionFault;
import dev.stockload.stock.Count;

import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;

import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

import org.springframework.boot.mail.autoconfigure.MailProperties;
import org.springframework.mail.MailAuthenticationException;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.mail.javamail.MimeMessageHelper;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Posts JSON to webhooks and chats, or sends e-mail with the rejects file of a run. */
public record Channels(
        Optional<MailServer> mail,
        Optional<URI> console,
        Function<String, Optional<Path>> rejects,
        InstantSource clock) {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int MOST_READ = 10_000;
    private static final long MOST_ATTACHED = 5_000_000;

    private static final MediaType JSON = MediaType.get("application/json");

    /** Sends once and follows no redirect: a message must not arrive twice, or elsewhere. */
    static final OkHttpClient HTTP =
            new OkHttpClient.Builder()
                    .protocols(List.of(Protocol.HTTP_1_1))
                    .callTimeout(ANSWER)
                    .retryOnConnectionFailure(false)
                    .followRedirects(false)
                    .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                    // With "Retry-After: 0", OkHttp would send it again by itself.
                    .addNetworkInterceptor(Channels::withoutRetry)
                    .build();

    /**
     * Why a message did not arrive, as the end of a sentence without secrets. Unless this message
     * was {@code refused}, no other would arrive either.
     */
    public record Fault(String reason, boolean refused) {
        private static Optional<Fault> passing(String reason) {
            return Optional.of(new Fault(reason, false));
        }
    }

    /** Returns why it did not arrive; a mail program shows messages of the same {@code id} once. */
    public Optional<Fault> deliver(Message message, Recipient recipient, String id) {
        Optional<String> link =
                console.filter(url -> message.repliesTo().isEmpty()).map(url -> link(url, message));
        return recipient.form().isPresent()
                ? post(message, recipient.form().get(), recipient.url(), link)
                : mail(message, recipient.address(), id, link);
    }

    private static Response withoutRetry(Interceptor.Chain chain) throws IOException {
        return chain.proceed(chain.request()).newBuilder().removeHeader("Retry-After").build();
    }

    private static String link(URI console, Message message) {
        String home = console.toString().replaceFirst("/+$", "");
        if (message.body().path("event").asString("").equals("daily")) {
            return home + "/";
        }
        return message.run() == null ? home + "/jobs" : home + "/runs/" + message.run();
    }

    private Optional<Fault> post(
            Message message, WebhookFormat form, URI url, Optional<String> link) {
        Instant now = clock.instant();
        String body = form.body(message, url, link, now);
        Request request =
                new Request.Builder()
                        .url(form.address(url, now).toString())
                        .post(RequestBody.create(body.getBytes(StandardCharsets.UTF_8), JSON))
                        .build();
        try (Response answer = HTTP.newCall(request).execute()) {
            if (!answer.isSuccessful()) {
                // 408 and 429 are not about this message.
                int code = answer.code();
                boolean refused = code >= 400 && code < 500 && code != 408 && code != 429;
                return Optional.of(new Fault("answered " + code, refused));
            }
            return form.refusal(answer.peekBody(MOST_READ).string())
                    .map(why -> new Fault("refused the message: " + why, true));
        } catch (InterruptedIOException e) {
            return Fault.passing(
                    Thread.currentThread().isInterrupted()
                            ? "was not notified, since Stockload is stopping"
                            : "did not answer within %d s".formatted(ANSWER.toSeconds()));
        } catch (IOException e) {
            return Fault.passing("could not be reached: " + ConnectionFault.explain(e));
        }
    }

    /** In plain text and HTML, with the rejects file unless it is too large. */
    private Optional<Fault> mail(Message message, String to, String id, Optional<String> link) {
        if (mail.isEmpty()) {
            return Fault.passing("cannot get e-mail: spring.mail.host is not set");
        }
        JavaMailSenderImpl sender = mail.get().sender();
        try {
            Optional<Path> file = Optional.ofNullable(message.run()).flatMap(rejects);
            boolean attached = file.isPresent() && Files.size(file.get()) <= MOST_ATTACHED;
            Optional<String> rows = file.map(each -> words(message, attached));
            MimeMessage letter = sender.createMimeMessage();
            MimeMessageHelper parts =
                    new MimeMessageHelper(letter, true, StandardCharsets.UTF_8.name());
            parts.setFrom(mail.get().from());
            parts.setTo(InternetAddress.parse(to));
            parts.setSubject(message.subject());
            parts.setText(message.text(rows, link), message.html(rows, link));
            letter.setHeader("Auto-Submitted", "auto-generated");
            if (!message.repliesTo().isEmpty()) {
                letter.setHeader("Auto-Submitted", "auto-replied");
                letter.setHeader("In-Reply-To", message.repliesTo());
                letter.setHeader("References", message.repliesTo());
            }
            letter.setHeader("Message-ID", "<%s@stockload>".formatted(id));
            if (attached) {
                // With the run in its name it is known again when it is imported.
                String name = message.run() + "-" + file.get().getFileName();
                parts.addAttachment(name, file.get().toFile());
            }
            sender.send(letter);
            return Optional.empty();
        } catch (MessagingException | IOException | MailException e) {
            String words = "did not get e-mail through %s: %s".formatted(mail.get(), words(e));
            return Optional.of(new Fault(words, isRefusal(e)));
        }
    }

    private static String words(Message message, boolean attached) {
        return attached
                ? "The rows to correct are attached: correct them there and %s that file."
                        .formatted(message.repliesTo().isEmpty() ? "import" : "send")
                : ("The file with the rows to correct is too large to attach (over %s MB): it is on"
                                + " the page of run %s in the console.")
                        .formatted(Count.of(MOST_ATTACHED / 1_000_000), message.run());
    }

    /** Whether the mail server answered and refused this message. */
    private static boolean isRefusal(Exception fault) {
        return !(fault instanceof MailSendException sending)
                ? !(fault instanceof MailAuthenticationException)
                : sending.getFailedMessages().values().stream()
                        .anyMatch(SendFailedException.class::isInstance);
    }

    /** The fault, without what the server repeats of the message. */
    private static String words(Exception fault) {
        if (fault instanceof MailAuthenticationException) {
            return "it refuses spring.mail.username and spring.mail.password";
        }
        return fault instanceof MailSendException sending && !sending.getFailedMessages().isEmpty()
                ? ConnectionFault.explain(sending.getFailedMessages().values().iterator().next())
                : ConnectionFault.explain(fault);
    }

    /** The mail server of {@code spring.mail.*}. */
    public record MailServer(JavaMailSenderImpl sender, String from) {
        private static final String FROM = "mail.from";
        private static final String CONNECT = "10000";
        private static final String ANSWER = "20000";

        /** The properties of the settings override ours. */
        public static MailServer of(MailProperties mail) {
            String username = mail.getUsername();
            JavaMailSenderImpl sender = new JavaMailSenderImpl();
            sender.setProtocol(mail.getProtocol());
            sender.setHost(mail.getHost());
            if (mail.getPort() != null) {
                sender.setPort(mail.getPort());
            }
            sender.setUsername(username);
            sender.setPassword(mail.getPassword());
            sender.setDefaultEncoding("UTF-8");
            Properties all = new Properties();
            for (String protocol : new String[] {"smtp", "smtps"}) {
                all.put("mail." + protocol + ".connectiontimeout", CONNECT);
                all.put("mail." + protocol + ".timeout", ANSWER);
                all.put("mail." + protocol + ".writetimeout", ANSWER);
            }
            if (username != null) {
                all.put("mail.smtp.auth", "true");
                // Only if the server offers it.
                all.put("mail.smtp.starttls.enable", "true");
            }
            if (mail.getSsl().isEnabled()) {
                all.put("mail.%s.ssl.enable".formatted(mail.getProtocol()), "true");
            }
            all.putAll(mail.getProperties());
            sender.setJavaMailProperties(all);
            boolean named = username != null && username.contains("@");
            String defaultSender = named ? username : "stockload@" + mail.getHost();
            return new MailServer(sender, mail.getProperties().getOrDefault(FROM, defaultSender));
        }

        @Override
        public String toString() {
            return sender.getHost();
        }
    }
}
