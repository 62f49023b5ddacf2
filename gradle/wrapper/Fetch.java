import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Downloads the pinned Gradle, compares its checksum and unpacks it: {@code java Fetch.java URL
 * SHA256 FOLDER}.
 */
class Fetch {
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[2]);
        Path zip = Files.createTempFile(folder, "gradle", ".zip");
        try {
            download(args[0], args[1], zip);
            unpack(zip, folder);
        } catch (IOException e) {
            System.err.println("gradlew: " + args[0] + " could not be fetched (" + e + ")");
            System.exit(1);
        } finally {
            Files.deleteIfExists(zip);
        }
    }

    private static void download(String url, String sha256, Path zip) throws Exception {
        System.err.println("gradlew: downloading " + url);
        URLConnection connection = URI.create(url).toURL().openConnection();
        connection.setConnectTimeout(10_000);
        connection.setReadTimeout(30_000);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream in = new DigestInputStream(connection.getInputStream(), digest)) {
            Files.copy(in, zip, StandardCopyOption.REPLACE_EXISTING);
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(sha256)) {
            throw new IOException("its SHA-256 is " + found + ", expected " + sha256);
        }
    }

    /**
     * Unpacks beside the final place and renames, so that an interrupted run leaves no half Gradle.
     */
    private static void unpack(Path zip, Path folder) throws IOException {
        Path beside = Files.createTempDirectory(folder, "unpacking");
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path target = beside.resolve(entry.getName()).normalize();
                if (!target.startsWith(beside)) {
                    throw new IOException("it holds the path " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(in, target);
                }
            }
        }
        try (var unpacked = Files.list(beside)) {
            for (Path top : unpacked.toList()) {
                Files.move(top, folder.resolve(top.getFileName()));
            }
        }
        Files.delete(beside);
    }
}
