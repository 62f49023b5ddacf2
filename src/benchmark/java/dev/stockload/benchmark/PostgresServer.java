package dev.stockload.benchmark;

import dev.stockload.database.LedgerAddress;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A PostgreSQL of this machine for one benchmark, with a folder of its own. */
final class PostgresServer implements AutoCloseable {
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

    private final Path programs;
    private final Path folder;
    private final int port;

    private PostgresServer(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    /** Starts one; empty where this machine has none. */
    static Optional<PostgresServer> start() throws IOException, InterruptedException {
        Optional<Path> programs = programs();
        if (programs.isEmpty()) {
            return Optional.empty();
        }
        Path folder = Files.createTempDirectory("stockload-postgres");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        PostgresServer server = new PostgresServer(programs.get(), folder, port);
        if (isRoot()) {
            execute(List.of("chown", "postgres", folder.toString()));
        }
        server.run("initdb", "-D", server.data(), "-A", "trust", "-U", "postgres", "-E", "UTF8");
        server.control("start");
        return Optional.of(server);
    }

    /** As an administrator does: all connections are lost at once. */
    void restart() throws IOException, InterruptedException {
        control("restart");
    }

    private void control(String what) throws IOException, InterruptedException {
        run(
                "pg_ctl",
                "-D",
                data(),
                "-w",
                "-m",
                "fast",
                "-l",
                folder.resolve("log").toString(),
                "-o",
                "-p %d -k %s -c max_connections=200 -c shared_preload_libraries=pg_stat_statements"
                        .formatted(port, folder),
                what);
    }

    /** A new database. */
    LedgerAddress create(String name) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url("postgres"), "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("drop database if exists " + name);
            statement.execute("create database " + name);
        }
        return new LedgerAddress(url(name), "postgres", "postgres");
    }

    private String url(String name) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, name);
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private static Optional<Path> programs() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Path::compareTo);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        execute(command);
    }

    private static void execute(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(Path.of("/").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }

    @Override
    public void close() throws IOException {
        try {
            run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Folders.delete(folder);
    }
}
