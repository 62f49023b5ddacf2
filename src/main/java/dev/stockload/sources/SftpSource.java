package dev.stockload.sources;

import dev.stockload.process.ConnectionFault;
import dev.stockload.process.RunFailedException;
import dev.stockload.sources.Source.FileChangedException;
import dev.stockload.stock.SafeText;

import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.util.io.resource.PathResource;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.DirEntry;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;
import org.springframework.core.io.Resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Sheets on an SFTP server whose key is pinned. */
record SftpSource(SourceAddress address, SshClient ssh, ClientSession session, SftpClient sftp)
        implements Source {
    private static final int PORT = 22;

    static SftpSource connect(SourceAddress address, Sources.Limits limits) {
        SshClient ssh = SshClient.setUpDefaultClient();
        AtomicReference<PublicKey> shown = new AtomicReference<>();
        try {
            // The user's own SSH keys and configuration are not used.
            ssh.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
            ssh.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
            ssh.setServerKeyVerifier(
                    (connection, server, key) -> {
                        shown.set(key);
                        return isPinned(address, key);
                    });
            CoreModuleProperties.IDLE_TIMEOUT.set(ssh, limits.answer());
            ssh.start();
            int port = address.url().getPort();
            ClientSession session =
                    ssh.connect(address.user(), address.url().getHost(), port < 0 ? PORT : port)
                            .verify(limits.connect())
                            .getSession();
            identify(session, address);
            session.auth().verify(limits.connect());
            SftpClient sftp = SftpClientFactory.instance().createSftpClient(session);
            return new SftpSource(address, ssh, session, sftp);
        } catch (IOException | RuntimeException e) {
            ssh.stop();
            throw fault(address, shown.get(), e);
        }
    }

    private static boolean isPinned(SourceAddress address, PublicKey key) {
        String pinned = address.settings().hostKey();
        return pinned != null && KeyUtils.checkFingerPrint(pinned.strip(), key).getKey();
    }

    private static void identify(ClientSession session, SourceAddress address) {
        address.password().ifPresent(session::addPasswordIdentity);
        String file = address.settings().keyFile();
        if (file == null) {
            return;
        }
        String passphrase = address.settings().keyPassphrase();
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            Iterable<KeyPair> pairs =
                    SecurityUtils.loadKeyPairIdentities(
                            session,
                            new PathResource(Path.of(file)),
                            in,
                            FilePasswordProvider.of(passphrase == null ? "" : passphrase));
            if (pairs == null) {
                throw address.unusable("key-file", "is no private key: " + file);
            }
            pairs.forEach(session::addPublicKeyIdentity);
        } catch (IOException | GeneralSecurityException e) {
            throw address.unusable("key-file", keyFault(file, passphrase));
        }
    }

    private static String keyFault(String file, String passphrase) {
        if (!Files.exists(Path.of(file))) {
            return "is %s, but there is no such file".formatted(file);
        }
        if (!Files.isReadable(Path.of(file))) {
            return "is %s, which this user may not read".formatted(file);
        }
        return "is %s, which cannot be read as a private key%s"
                .formatted(
                        file,
                        passphrase == null
                                ? ": if it has a passphrase, set key-passphrase"
                                : " with the key-passphrase that is set");
    }

    private static RuntimeException fault(SourceAddress address, PublicKey shown, Exception fault) {
        if (fault instanceof RunFailedException known) {
            return known;
        }
        if (shown != null && !isPinned(address, shown)) {
            String pinned = address.settings().hostKey();
            return address.refused(
                    pinned == null
                            ? "shows the key %s: ask its owner whether that is right, then set stockload.sources.%s.host-key to it"
                                    .formatted(KeyUtils.getFingerPrint(shown), address.name())
                            : "shows another key than the pinned one, so nothing was sent to it: pinned is %s, shown is %s. If its owner has changed it, set stockload.sources.%s.host-key"
                                    .formatted(
                                            pinned.strip(),
                                            KeyUtils.getFingerPrint(shown),
                                            address.name()));
        }
        if (shown != null && fault instanceof SshException refused && isRefusal(refused)) {
            return address.refused(
                    "does not let %s in: check stockload.sources.%s.password or key-file"
                            .formatted(address.user(), address.name()));
        }
        return address.away("does not answer: " + ConnectionFault.explain(fault));
    }

    private static boolean isRefusal(SshException fault) {
        String words = String.valueOf(fault.getMessage());
        return words.contains("authentication") || words.contains("Auth");
    }

    @Override
    public Optional<String> serverKey() {
        return Optional.of(KeyUtils.getFingerPrint(session.getServerKey()));
    }

    @Override
    public List<SourceFile> list(FilePattern pattern) {
        String place = place(pattern.folder());
        try {
            List<SourceFile> files = new ArrayList<>();
            for (DirEntry entry : sftp.readDir(place.isEmpty() ? "." : place)) {
                String name = entry.getFilename();
                // No real name has a slash: it would lead out of the folder.
                if (!name.contains("/")) {
                    target(place + name, entry.getAttributes())
                            .filter(SftpClient.Attributes::isRegularFile)
                            .ifPresent(now -> files.add(file(place, name, now)));
                }
            }
            return files;
        } catch (IOException | RuntimeException e) {
            throw failed("folder " + place, e);
        }
    }

    /** The target of a link, or the entry itself; empty if the target does not exist. */
    private Optional<SftpClient.Attributes> target(String path, SftpClient.Attributes entry)
            throws IOException {
        if (!entry.isSymbolicLink()) {
            return Optional.of(entry);
        }
        try {
            return Optional.of(sftp.stat(path));
        } catch (SftpException e) {
            return Optional.empty();
        }
    }

    private static SourceFile file(String place, String name, SftpClient.Attributes now) {
        return SourceFile.of(place + name, name, now.getSize(), now.getModifyTime().toInstant());
    }

    /** A folder below that of the address, with a slash at the end. */
    private String place(String folder) {
        String home = address.url().getPath().replaceFirst("/+$", "");
        return home.isEmpty() ? folder : home + "/" + folder;
    }

    @Override
    public Optional<SourceFile> fetch(SourceFile file, String known, Path to) throws IOException {
        try {
            address.copy(sftp.read(file.path()), to);
            SourceFile now = file("", file.path(), sftp.stat(file.path()));
            if (Files.size(to) != file.size() || !now.version().equals(file.version())) {
                throw new FileChangedException(file.path());
            }
            return Optional.of(file);
        } catch (IOException e) {
            if (e instanceof SftpException gone
                    && gone.getStatus() == SftpConstants.SSH_FX_NO_SUCH_FILE) {
                throw new NoSuchFileException(file.path());
            }
            throw failed(file, e);
        }
    }

    @Override
    public void move(SourceFile file, String folder, String other, Map<String, Resource> added)
            throws IOException {
        String parent = file.path().substring(0, file.path().lastIndexOf('/') + 1);
        String place = parent + folder + "/";
        try {
            make(parent + folder);
            sftp.rename(file.path(), place + other);
            SftpClient.Attributes now = sftp.stat(place + other);
            if (!file("", file.path(), now).version().equals(file.version())) {
                sftp.rename(place + other, file.path());
                throw new FileChangedException(file.path());
            }
            for (Map.Entry<String, Resource> each : added.entrySet()) {
                String name = SafeText.last(other + each.getKey(), SourceFile.LONGEST_NAME);
                try (InputStream in = each.getValue().getInputStream();
                        OutputStream out = sftp.write(place + name)) {
                    in.transferTo(out);
                }
            }
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private void make(String folder) throws IOException {
        try {
            sftp.stat(folder);
        } catch (SftpException e) {
            sftp.mkdir(folder);
        }
    }

    private RuntimeException failed(SourceFile file, IOException fault)
            throws FileChangedException {
        if (fault instanceof FileChangedException changed) {
            throw changed;
        }
        return failed("file " + file.path(), fault);
    }

    private RuntimeException failed(String what, Exception fault) {
        return fault instanceof SftpException refused && session.isOpen()
                ? address.refused(
                        "does not give us the %s: %s"
                                .formatted(what, ConnectionFault.explain(refused)))
                : address.away(
                        "was lost while it gave us the %s: %s"
                                .formatted(what, ConnectionFault.explain(fault)));
    }

    @Override
    public void close() {
        try (ssh;
                session;
                sftp) {
            // Closes all three, also if one of them fails.
        } catch (IOException e) {
            // The files were read already.
        }
    }
}
