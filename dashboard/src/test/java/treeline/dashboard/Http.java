package treeline.dashboard;

import treeline.testkit.Patience;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Requests written byte by byte over a socket: a client that behaves would not let a test lie
/// about hosts and origins.
record Http(int port) {

    /// What came back.
    static final class Reply {
        private final int status;

        /// Status line and headers, in lower case.
        private final String head;

        private final byte[] body;

        Reply(int status, String head, byte[] body) {
            this.status = status;
            this.head = head;
            this.body = body;
        }

        int status() {
            return status;
        }

        String head() {
            return head;
        }

        byte[] body() {
            return body;
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    Reply get(String path, String... headers) throws IOException {
        return send("GET", path, new byte[0], headers);
    }

    Reply post(String path, byte[] body, String... headers) throws IOException {
        return send("POST", path, body, headers);
    }

    /// The host is ours unless a header says otherwise.
    Reply send(String method, String path, byte[] body, String... headers) throws IOException {
        var request = new StringBuilder("%s %s HTTP/1.1\r\n".formatted(method, path));
        boolean hosted = false;
        for (String header : headers) {
            request.append(header).append("\r\n");
            hosted |= header.startsWith("Host:");
        }
        if (!hosted) request.append("Host: 127.0.0.1:%d\r\n".formatted(port));
        if (body.length > 0) request.append("Content-Length: %d\r\n".formatted(body.length));
        request.append("Connection: close\r\n\r\n");
        return raw(request.toString(), body);
    }

    Reply raw(String head, byte[] body) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(Patience.MILLIS);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            return parsed(socket.getInputStream().readAllBytes());
        }
    }

    private static Reply parsed(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) return new Reply(0, text, new byte[0]);
        var body = new ByteArrayOutputStream();
        body.write(bytes, end + 4, bytes.length - end - 4);
        return new Reply(
                Integer.parseInt(text.substring(9, 12)),
                text.substring(0, end).toLowerCase(Locale.ROOT),
                body.toByteArray());
    }
}
