package dev.stockload.sources;

import dev.stockload.process.ConnectionFault;
import dev.stockload.stock.SafeText;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.FetchProfile;
import jakarta.mail.Folder;
import jakarta.mail.FolderNotFoundException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.UIDFolder;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.search.AndTerm;
import jakarta.mail.search.ComparisonTerm;
import jakarta.mail.search.FromStringTerm;
import jakarta.mail.search.ReceivedDateTerm;
import jakarta.mail.search.SearchTerm;
import jakarta.mail.search.SubjectTerm;

import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** The attachments of the e-mails in a mailbox, which is not changed. */
record ImapSource(SourceAddress address, LocalDate since, Store store, Folder folder)
        implements Source {
    private static final Period MAX_AGE = Period.ofDays(31);
    private static final int LONGEST_SUBJECT = 200;

    /** Addresses that nobody reads. */
    private static final String NO_REPLY =
            "(?i)(.*[^a-z])?(no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster)\\b.*";

    static ImapSource connect(SourceAddress address, Sources.Limits limits, LocalDate today) {
        String protocol = address.isEncrypted() ? "imaps" : "imap";
        String prefix = "mail." + protocol + ".";
        Properties properties = new Properties();
        properties.put(prefix + "connectiontimeout", limits.connect().toMillis() + "");
        properties.put(prefix + "timeout", limits.answer().toMillis() + "");
        properties.put(prefix + "writetimeout", limits.answer().toMillis() + "");
        properties.put(prefix + "ssl.checkserveridentity", "true");
        properties.put(prefix + "peek", "true");
        address.trust()
                .map(trust -> trust.createSslContext().getSocketFactory())
                .ifPresent(sockets -> properties.put(prefix + "ssl.socketFactory", sockets));
        try {
            Store store = Session.getInstance(properties).getStore(protocol);
            store.connect(
                    address.url().getHost(),
                    address.url().getPort(),
                    address.user(),
                    address.password().orElse(""));
            String name = address.url().getPath().replaceFirst("^/+", "");
            Folder folder = store.getFolder(name.isEmpty() ? "INBOX" : name);
            folder.open(Folder.READ_ONLY);
            return new ImapSource(address, today.minus(MAX_AGE), store, folder);
        } catch (AuthenticationFailedException e) {
            throw address.refused(
                    "does not let %s in: check stockload.sources.%s.password"
                            .formatted(address.user(), address.name()));
        } catch (FolderNotFoundException e) {
            throw address.refused("has no folder " + address.url().getPath());
        } catch (MessagingException e) {
            if (ConnectionFault.isOfTrust(e)) {
                throw address.untrusted();
            }
            throw address.away("does not answer: " + ConnectionFault.explain(e));
        }
    }

    @Override
    public List<SourceFile> list(FilePattern pattern) {
        try {
            List<SourceFile> files = new ArrayList<>();
            Message[] found = folder.search(wanted());
            FetchProfile parts = new FetchProfile();
            parts.add(FetchProfile.Item.ENVELOPE);
            parts.add(FetchProfile.Item.CONTENT_INFO);
            parts.add(UIDFolder.FetchProfileItem.UID);
            folder.fetch(found, parts);
            for (Message message : found) {
                if (isFrom(message)) {
                    add(message, files);
                }
            }
            return files;
        } catch (MessagingException | IOException e) {
            throw address.away("was lost: " + ConnectionFault.explain(e));
        }
    }

    private SearchTerm wanted() {
        Date first = Date.from(since.atStartOfDay(ZoneId.systemDefault()).toInstant());
        SearchTerm terms = new ReceivedDateTerm(ComparisonTerm.GE, first);
        if (address.settings().fromAddress() != null) {
            terms = new AndTerm(terms, new FromStringTerm(address.settings().fromAddress()));
        }
        if (address.settings().subject() != null) {
            terms = new AndTerm(terms, new SubjectTerm(address.settings().subject()));
        }
        return terms;
    }

    /** The server searches for a part of an address; only the whole address counts. */
    private boolean isFrom(Message message) throws MessagingException {
        String wanted = address.settings().fromAddress();
        return wanted == null
                || Stream.ofNullable(message.getFrom())
                        .flatMap(Stream::of)
                        .map(from -> from instanceof InternetAddress one ? one.getAddress() : null)
                        .anyMatch(wanted::equalsIgnoreCase);
    }

    private void add(Message message, List<SourceFile> files)
            throws MessagingException, IOException {
        UIDFolder numbers = (UIDFolder) folder;
        String mail = numbers.getUIDValidity() + "/" + numbers.getUID(message);
        List<Part> parts = attachments(message);
        for (int i = 0; i < parts.size(); i++) {
            String name = SourceFile.localName(decoded(parts.get(i).getFileName()));
            String path = "%s/%d/%s".formatted(mail, i, name);
            files.add(new SourceFile(path, name, -1, message.getReceivedDate().toInstant(), path));
        }
    }

    private static String decoded(String name) {
        try {
            return MimeUtility.decodeText(name);
        } catch (UnsupportedEncodingException e) {
            return name;
        }
    }

    private static List<Part> attachments(Part part) throws MessagingException, IOException {
        List<Part> found = new ArrayList<>();
        if (part.isMimeType("multipart/*")) {
            Multipart several = (Multipart) part.getContent();
            for (int i = 0; i < several.getCount(); i++) {
                found.addAll(attachments(several.getBodyPart(i)));
            }
        } else if (part.getFileName() != null) {
            found.add(part);
        }
        return found;
    }

    @Override
    public Optional<SourceFile> fetch(SourceFile file, String known, Path to) throws IOException {
        String[] place = file.path().split("/", 4);
        try {
            Message message = message(place);
            if (message == null) {
                throw new java.nio.file.NoSuchFileException(file.name());
            }
            Part part = attachments(message).get(Integer.parseInt(place[2]));
            address.copy(part.getInputStream(), to);
            return Optional.of(file);
        } catch (MessagingException e) {
            throw address.away(
                    "was lost in the middle of %s: %s"
                            .formatted(file.name(), ConnectionFault.explain(e)));
        }
    }

    private Message message(String[] place) throws MessagingException {
        return ((UIDFolder) folder).getMessageByUID(Long.parseLong(place[1]));
    }

    @Override
    public Optional<Letter> letter(String path) {
        try {
            Message mail = message(path.split("/", 4));
            String[] id = mail == null ? null : mail.getHeader("Message-ID");
            return id == null || !isFrom(mail) || isAutomatic(mail)
                    ? Optional.empty()
                    : Optional.of(new Letter(id[0], subject(mail)));
        } catch (MessagingException e) {
            throw address.away("was lost: " + ConnectionFault.explain(e));
        }
    }

    /** In one line: what follows a line end would be another header of an answer. */
    private static String subject(Message mail) throws MessagingException {
        String subject = Objects.requireNonNullElse(mail.getSubject(), "");
        return SafeText.cut(subject.replaceAll("\\p{Cntrl}+", " "), LONGEST_SUBJECT);
    }

    /** Of a program or a list: an answer might be answered by a program, without end. */
    private static boolean isAutomatic(Message mail) throws MessagingException {
        String[] submitted = mail.getHeader("Auto-Submitted");
        String[] precedence = mail.getHeader("Precedence");
        return submitted != null && !submitted[0].strip().equalsIgnoreCase("no")
                || precedence != null
                        && precedence[0].strip().matches("(?i)bulk|list|junk|auto_reply")
                || Arrays.equals(mail.getHeader("Return-Path"), new String[] {"<>"})
                || mail.getHeader("List-Id") != null
                || mail.getHeader("List-Unsubscribe") != null
                || mail.getFrom()[0].toString().matches(NO_REPLY);
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (MessagingException e) {
            // The files were read already.
        }
    }
}
