package dev.stockload.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A mail server that answers 550 to one address. It offers STARTTLS, but cannot do it. */
final class RefusingSmtpServer implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final String refused;

    RefusingSmtpServer(String refused) throws IOException {
        this.refused = refused;
        start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The recipients of accepted mails. */
    List<String> delivered() {
        return delivered;
    }

    List<String> commands() {
        return commands;
    }

    int refusals() {
        return refusals.get();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                start(() -> talk(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void talk(Socket client) {
        try (client;
                BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(
                                        client.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out =
                        new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8)) {
            List<String> to = new ArrayList<>();
            say(out, "220 ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(line.split(" ")[0]);
                if (line.startsWith("EHLO")) {
                    say(out, "250-ready\r\n250-STARTTLS\r\n250 AUTH PLAIN");
                } else if (line.startsWith("STARTTLS")) {
                    say(out, "454 no certificate");
                } else if (line.startsWith("RCPT") && line.contains(refused)) {
                    refusals.incrementAndGet();
                    say(out, "550 5.1.1 no such user");
                } else if (line.startsWith("RCPT")) {
                    to.add(line.substring(line.indexOf('<') + 1, line.indexOf('>')));
                    say(out, "250 ok");
                } else if (line.startsWith("DATA")) {
                    say(out, "354 go on");
                    while (!".".equals(in.readLine())) {
                        // The mail itself is of no interest.
                    }
                    delivered.addAll(to);
                    say(out, "250 taken");
                } else {
                    say(out, line.startsWith("QUIT") ? "221 bye" : "250 ok");
                }
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private static void say(PrintWriter out, String line) {
        out.print(line + "\r\n");
        out.flush();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "smtp");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
