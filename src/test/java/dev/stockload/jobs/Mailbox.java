package dev.stockload.jobs;

import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMailUtil;

import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.mail.javamail.MimeMessageHelper;

import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** A mailbox of a real server that gets mails with a sheet. */
record Mailbox(GreenMailUser user) {
    void deliver(String subject, String name, String text) throws Exception {
        deliver("export@supplier.example", subject, name, text);
    }

    /** A mail with the headers as they are, in letters that nobody has checked. */
    void deliverRaw(String subject, String disposition, String text) {
        String mail =
                """
                From: export@supplier.example
                To: stock@shop.example
                Message-ID: <raw@supplier.example>
                Subject: %s
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary="b"

                --b
                Content-Type: text/csv
                Content-Disposition: attachment; %s

                %s
                --b--
                """;
        user.deliver(
                GreenMailUtil.newMimeMessage(
                        mail.formatted(subject, disposition, text).replace("\n", "\r\n")));
    }

    void deliver(String from, String subject, String name, String text) throws Exception {
        MimeMessage mail = new MimeMessage(Session.getInstance(new Properties()));
        MimeMessageHelper parts = new MimeMessageHelper(mail, true, "UTF-8");
        parts.setFrom(new InternetAddress(from));
        parts.setTo("stock@shop.example");
        parts.setSubject(subject);
        parts.setText("see attachment");
        parts.addAttachment(
                name, new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)), "text/csv");
        mail.saveChanges();
        user.deliver(GreenMailUtil.newMimeMessage(GreenMailUtil.getWholeMessage(mail)));
    }
}
