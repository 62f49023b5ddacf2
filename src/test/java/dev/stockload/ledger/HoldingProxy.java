package dev.stockload.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that can hold back packets, like a firewall that drops a connection silently. */
public final class HoldingProxy implements AutoCloseable {
    private final int target;
    private final ServerSocket door;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean holding;

    public HoldingProxy(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** From now on nothing gets through, and nobody is notified. */
    public void hold() {
        holding = true;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.addAll(List.of(client, server));
            start(() -> copy(client.getInputStream(), server.getOutputStream()));
            start(() -> copy(server.getInputStream(), client.getOutputStream()));
        }
    }

    private void copy(InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[8192];
        for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
            if (!holding) {
                to.write(bytes, 0, count);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                work.run();
                            } catch (IOException e) {
                                // One side has closed the connection.
                            }
                        },
                        "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
