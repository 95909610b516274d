package treeline.dashboard;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Clients that occupy a server without using it. Each connects again as soon as the server closes
/// its connection.
final class HostileClients implements Closeable {
    private static final int PACE_MILLIS = 200;

    /// What a client does with its connection.
    enum Kind {
        IDLE(""),
        HALF_HEADER("GET / HT"),
        SLOW_HEADER("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
        POST_WITHOUT_BODY(upload()),
        SLOW_BODY(upload()),
        SLOW_READER("GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(64)),
        RECONNECTING("GET /api/runs HTTP/1.1\r\nHost: localhost\r\n\r\n");

        private final String sent;

        Kind(String sent) {
            this.sent = sent;
        }

        private static String upload() {
            return "POST /api/open?name=x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost"
                    + "\r\nContent-Length: 100000\r\n\r\n";
        }
    }

    private final Kind kind;
    private final int port;
    private final CountDownLatch connected;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final LongAdder connections = new LongAdder();

    /// Returns when all are connected and have sent what they send at first.
    static HostileClients start(Kind kind, int count, int port) throws InterruptedException {
        var clients = new HostileClients(kind, count, port);
        for (int i = 0; i < count; i++) Thread.ofVirtual().start(clients::run);
        clients.connected.await();
        return clients;
    }

    private HostileClients(Kind kind, int count, int port) {
        this.kind = kind;
        this.port = port;
        this.connected = new CountDownLatch(count);
    }

    private void run() {
        while (closed.getCount() > 0)
            try (var socket = new Socket()) {
                sockets.add(socket);
                socket.setReceiveBufferSize(1 << 10);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                OutputStream out = socket.getOutputStream();
                out.write(kind.sent.getBytes(StandardCharsets.US_ASCII));
                connections.increment();
                connected.countDown();
                hold(socket.getInputStream(), out);
                sockets.remove(socket);
            } catch (IOException refused) {
                isClosed();
            }
    }

    private void hold(InputStream in, OutputStream out) throws IOException {
        switch (kind) {
            case IDLE, HALF_HEADER, POST_WITHOUT_BODY ->
                    in.transferTo(OutputStream.nullOutputStream());
            case SLOW_HEADER, SLOW_BODY -> {
                while (!isClosed()) out.write('x');
            }
            case SLOW_READER -> {
                boolean open = true;
                while (open) open = !isClosed() && in.read() >= 0;
            }
            case RECONNECTING -> {
                in.readNBytes(12);
                isClosed();
            }
        }
    }

    /// Waits for the next step at the pace of these clients.
    private boolean isClosed() {
        try {
            return closed.await(PACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            return true;
        }
    }

    /// How many connections the server accepted so far.
    long connections() {
        return connections.sum();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        for (Socket socket : sockets) socket.close();
    }
}
