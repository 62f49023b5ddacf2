package dev.stockload.notifications;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** The ways by which messages leave. */
public final class Channels {
    private final MailChannel mail;
    private final HttpChannel http = new HttpChannel();
    private final Optional<URI> console;
    private final Function<String, Optional<Path>> rejects;
    private final InstantSource clock;

    /**
     * @param mail the server for e-mail; empty where none is set
     * @param console where people reach the console; empty where nobody has said it
     * @param rejects the file with the rows of a run to correct
     */
    public Channels(
            Optional<MailServer> mail,
            Optional<URI> console,
            Function<String, Optional<Path>> rejects,
            InstantSource clock) {
        this.mail = new MailChannel(mail);
        this.console = console;
        this.rejects = rejects;
        this.clock = clock;
    }

    /**
     * Delivers a message now.
     *
     * @param id the same for the same message
     * @return why it did not arrive; empty where it did
     */
    public Optional<DeliveryException> deliver(Message message, Recipient recipient, String id) {
        try {
            Optional<String> link = console.map(url -> link(url, message));
            Optional<PostForm> form = recipient.form();
            if (form.isPresent()) {
                http.deliver(message, form.get(), recipient.url(), link, clock.instant());
            } else {
                Optional<Path> file = Optional.ofNullable(message.run()).flatMap(rejects);
                mail.deliver(message, recipient, id, file, link);
            }
            return Optional.empty();
        } catch (DeliveryException e) {
            return Optional.of(e);
        }
    }

    private static String link(URI console, Message message) {
        String home = console.toString().replaceFirst("/+$", "");
        return message.run() == null ? home + "/jobs" : home + "/runs/" + message.run();
    }
}
