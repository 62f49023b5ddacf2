package dev.stockload.app;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/** Finds the folders that may hold {@code jobs}: the one we are in, and that of the program. */
final class ProgramHome {
    private static final int DEPTH = 6;

    private ProgramHome() {}

    static Path workingFolder() {
        return Path.of("").toAbsolutePath();
    }

    static List<Path> folders() {
        List<Path> folders = new ArrayList<>();
        folders.add(workingFolder());
        CodeSource source = ProgramHome.class.getProtectionDomain().getCodeSource();
        try {
            Path at = source == null ? null : Path.of(source.getLocation().toURI());
            for (int i = 0; at != null && i < DEPTH; i++, at = at.getParent()) {
                if (Files.isDirectory(at.resolve("jobs")) && !folders.contains(at)) {
                    folders.add(at);
                    break;
                }
            }
        } catch (URISyntaxException e) {
            // Then there is only the folder we are in.
        }
        return folders;
    }
}
