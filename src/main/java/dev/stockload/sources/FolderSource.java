package dev.stockload.sources;

import dev.stockload.stock.SafeText;

import org.springframework.core.io.Resource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sheets in local folders; patterns are relative to the home. */
public record FolderSource(Path home) implements Source {
    /** A single file is listed even if it does not exist: its reader reports that. */
    @Override
    public List<SourceFile> list(FilePattern pattern) throws IOException {
        Path root = root(pattern);
        List<SourceFile> files = new ArrayList<>();
        if (!pattern.isGlob() && !Files.isRegularFile(root.resolve(pattern.name()))) {
            String path = root.resolve(pattern.name()).toString();
            return List.of(new SourceFile(path, pattern.name(), -1, Instant.EPOCH, ""));
        }
        if (!Files.isDirectory(root)) {
            throw new NoSuchFileException(root.toString());
        }
        Files.walkFileTree(
                root,
                EnumSet.of(FileVisitOption.FOLLOW_LINKS),
                pattern.depth(),
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes now) {
                        if (now.isRegularFile()) {
                            files.add(file(file, now));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException fault)
                            throws IOException {
                        // A link may lead to one of its own folders, and a file may vanish
                        // meanwhile.
                        if (fault instanceof FileSystemLoopException || !Files.exists(file)) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw fault;
                    }
                });
        return files;
    }

    private Path root(FilePattern pattern) {
        return home.resolve(pattern.folder()).toAbsolutePath().normalize();
    }

    private static SourceFile file(Path file, BasicFileAttributes now) {
        return SourceFile.of(
                file.toString(),
                file.getFileName().toString(),
                now.size(),
                now.lastModifiedTime().toInstant());
    }

    @Override
    public boolean matches(FilePattern pattern, SourceFile file) {
        return pattern.matches(root(pattern).relativize(Path.of(file.path())).toString());
    }

    @Override
    public Optional<Path> localPath(SourceFile file) {
        return Optional.of(Path.of(file.path()));
    }

    @Override
    public Optional<SourceFile> fetch(SourceFile file, String known, Path to) throws IOException {
        Path here = Path.of(file.path());
        Files.copy(here, to, StandardCopyOption.REPLACE_EXISTING);
        SourceFile now = file(here, Files.readAttributes(here, BasicFileAttributes.class));
        if (!now.equals(file) || Files.size(to) != file.size()) {
            throw new FileChangedException(file.path());
        }
        return Optional.of(file);
    }

    @Override
    public void move(SourceFile file, String folder, String other, Map<String, Resource> added)
            throws IOException {
        Path place = Files.createDirectories(Path.of(file.path()).resolveSibling(folder));
        String name = Files.exists(place.resolve(file.name())) ? other : file.name();
        Path from = Path.of(file.path());
        Path moved = Files.move(from, place.resolve(name));
        BasicFileAttributes now = Files.readAttributes(moved, BasicFileAttributes.class);
        if (!file(from, now).equals(file)) {
            // Another sheet by now. If there is a third one already, this one stays here.
            if (!Files.exists(from)) {
                Files.move(moved, from);
            }
            throw new FileChangedException(file.path());
        }
        for (Map.Entry<String, Resource> each : added.entrySet()) {
            try (InputStream in = each.getValue().getInputStream()) {
                Path to =
                        place.resolve(SafeText.last(name + each.getKey(), SourceFile.LONGEST_NAME));
                Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
