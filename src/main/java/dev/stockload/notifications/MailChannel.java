package dev.stockload.notifications;

import dev.stockload.runs.ConnectionFault;
import dev.stockload.stock.Count;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;

import org.springframework.mail.MailAuthenticationException;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.MimeMessageHelper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Tells by e-mail: in plain text and HTML, with the rejects file where it is not too large. */
final class MailChannel {
    private static final long MOST_ATTACHED = 5_000_000;

    private final Optional<MailServer> server;

    MailChannel(Optional<MailServer> server) {
        this.server = server;
    }

    /**
     * @param id the same for the same message, so that a mail program shows it once
     * @param rejects the rows to correct
     */
    void deliver(
            Message message,
            Recipient recipient,
            String id,
            Optional<Path> rejects,
            Optional<String> link)
            throws DeliveryException {
        MailServer mail =
                server.orElseThrow(
                        () ->
                                new DeliveryException(
                                        "cannot get e-mail: spring.mail.host is not set"));
        try {
            boolean attached = rejects.isPresent() && Files.size(rejects.get()) <= MOST_ATTACHED;
            MessageText text =
                    new MessageText(message, rejects.map(file -> words(message, attached)), link);
            MimeMessage letter = mail.sender().createMimeMessage();
            MimeMessageHelper parts =
                    new MimeMessageHelper(letter, true, StandardCharsets.UTF_8.name());
            parts.setFrom(mail.from());
            parts.setTo(InternetAddress.parse(recipient.address()));
            parts.setSubject(message.subject());
            parts.setText(text.plain(), text.html());
            letter.setHeader("Auto-Submitted", "auto-generated");
            letter.setHeader("Message-ID", "<%s@stockload>".formatted(id));
            if (attached) {
                parts.addAttachment(rejects.get().getFileName().toString(), rejects.get().toFile());
            }
            mail.sender().send(letter);
        } catch (MessagingException | IOException | MailException e) {
            throw new DeliveryException(
                    "did not get e-mail through %s: %s".formatted(mail, words(e)), e);
        }
    }

    private static String words(Message message, boolean attached) {
        return attached
                ? "The rows to correct are attached: correct them there and import that file."
                : ("The file with the rows to correct is too large to attach (over %s MB): it is on"
                                + " the page of run %s in the console.")
                        .formatted(Count.of(MOST_ATTACHED / 1_000_000), message.run());
    }

    /** What went wrong, without what the server repeats of us. */
    private static String words(Exception fault) {
        if (fault instanceof MailAuthenticationException) {
            return "it refuses spring.mail.username and spring.mail.password";
        }
        Throwable at = fault;
        if (fault instanceof MailSendException sending && !sending.getFailedMessages().isEmpty()) {
            at = sending.getFailedMessages().values().iterator().next();
        }
        return ConnectionFault.words(at);
    }
}
