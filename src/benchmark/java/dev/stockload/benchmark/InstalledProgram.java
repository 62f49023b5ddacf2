package dev.stockload.benchmark;

import dev.stockload.database.LedgerAddress;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The installed program in a working folder, over a state and a service. */
record InstalledProgram(Path installed, Path folder, LedgerAddress address, URI service) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern CONSOLE = Pattern.compile("The console is at (http://[^,]*),.*");

    /** A process that serves, and how long it took until it did. */
    record Serving(Process process, URI console, double seconds) implements AutoCloseable {
        /** How long an answer takes, in seconds. */
        double get(String path) throws IOException, InterruptedException {
            long start = System.nanoTime();
            HttpResponse<String> answer =
                    HTTP.send(
                            HttpRequest.newBuilder(console.resolve(path)).build(),
                            HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException(path + " is answered with " + answer.statusCode());
            }
            return (System.nanoTime() - start) / 1e9;
        }

        @Override
        public void close() {
            process.destroy();
            try {
                if (!process.waitFor(30, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** How long a command takes, in seconds. */
    double seconds(String... arguments) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = start(arguments);
        String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (exit != 0) {
            throw new IOException(
                    "%s ended with %d: %s".formatted(String.join(" ", arguments), exit, words));
        }
        return seconds;
    }

    Serving serve() throws IOException {
        long start = System.nanoTime();
        Process process = start("serve", "--port", "0");
        BufferedReader words =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        URI console = null;
        StringBuilder said = new StringBuilder();
        for (String line = words.readLine(); line != null; line = words.readLine()) {
            said.append(line).append(' ');
            Matcher found = CONSOLE.matcher(line);
            if (found.matches()) {
                console = URI.create(found.group(1));
            }
            if (line.startsWith("Serving ")) {
                return new Serving(process, console, (System.nanoTime() - start) / 1e9);
            }
        }
        throw new IOException("It does not serve: " + said);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(installed.resolve("bin/stockload").toAbsolutePath().toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        var environment = builder.environment();
        environment
                .keySet()
                .removeIf(name -> name.startsWith("STOCKLOAD") || name.startsWith("SPRING"));
        environment.put("STOCKLOAD_BASE_URL", service.toString());
        environment.put("STOCKLOAD_APP_ID", "app");
        environment.put("STOCKLOAD_APP_SECRET", "secret");
        environment.put("STOCKLOAD_ACCESS_TOKEN", "token");
        // What is too old is removed night by night, and not all years of it by one command.
        environment.put("STOCKLOAD_KEEP_DAYS", String.valueOf(FormerNights.FIVE_YEARS + 100));
        if (!address.isFile()) {
            environment.put("SPRING_DATASOURCE_URL", address.url());
            environment.put("SPRING_DATASOURCE_USERNAME", address.user());
            environment.put("SPRING_DATASOURCE_PASSWORD", address.password());
        }
        return builder.start();
    }
}
