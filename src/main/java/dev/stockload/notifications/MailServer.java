package dev.stockload.notifications;

import org.springframework.mail.javamail.JavaMailSenderImpl;

import java.util.Map;
import java.util.Properties;

/**
 * The server that takes our e-mail, as {@code spring.mail.*} sets it.
 *
 * @param from whose e-mail it is
 */
public record MailServer(JavaMailSenderImpl sender, String from) {
    private static final String FROM = "mail.from";
    private static final String CONNECT = "10000";
    private static final String ANSWER = "20000";

    /**
     * @param port 0 for the usual one
     * @param username null where the server asks for none
     * @param properties {@code spring.mail.properties}, which count more than what is usual here
     */
    public static MailServer of(
            String host,
            int port,
            String username,
            String password,
            Map<String, String> properties) {
        JavaMailSenderImpl sender = new JavaMailSenderImpl();
        sender.setHost(host);
        if (port > 0) {
            sender.setPort(port);
        }
        sender.setUsername(username);
        sender.setPassword(password);
        sender.setDefaultEncoding("UTF-8");
        Properties all = new Properties();
        for (String protocol : new String[] {"smtp", "smtps"}) {
            all.put("mail." + protocol + ".connectiontimeout", CONNECT);
            all.put("mail." + protocol + ".timeout", ANSWER);
            all.put("mail." + protocol + ".writetimeout", ANSWER);
        }
        if (username != null) {
            all.put("mail.smtp.auth", "true");
        }
        all.putAll(properties);
        sender.setJavaMailProperties(all);
        boolean named = username != null && username.contains("@");
        String from = properties.getOrDefault(FROM, named ? username : "stockload@" + host);
        return new MailServer(sender, from);
    }

    /** The same server, spoken to by another protocol, such as {@code smtps}. */
    public MailServer by(String protocol) {
        sender.setProtocol(protocol);
        return this;
    }

    @Override
    public String toString() {
        return sender.getHost();
    }
}
