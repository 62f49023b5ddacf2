package dev.stockload.sources;

/**
 * A source as it is set under {@code stockload.sources.NAME}; null where a part is not set.
 *
 * @param url {@code sftp://user@host/folder}, {@code https://host/path} or {@code
 *     imaps://user@host/INBOX}
 * @param keyFile the private key for SFTP
 * @param keyPassphrase of that key
 * @param hostKey the fingerprint of the server's key, such as {@code SHA256:…}
 * @param bearer the token for HTTPS
 * @param certificate a file with the server's certificate or that of who signed it, where Java does
 *     not know it
 * @param fromAddress whose e-mails count
 * @param subject what their subject contains
 * @param allowHttp whether {@code http:} and {@code imap:} may be used beyond this machine
 */
public record SourceSettings(
        String url,
        String password,
        String keyFile,
        String keyPassphrase,
        String hostKey,
        String bearer,
        String certificate,
        String fromAddress,
        String subject,
        boolean allowHttp) {
    /** Only what is no secret. */
    @Override
    public String toString() {
        return String.valueOf(url);
    }
}
