package treeline.dashboard.http;

import com.sun.net.httpserver.HttpExchange;

import java.io.FilterInputStream;
import java.io.IOException;

/// The body of a request. Its bytes count as progress of the connection.
///
/// A body that cannot be read is refused. Its end is unknown, so the connection is closed after the
/// answer: what follows could be taken for another request.
public final class RequestBody extends FilterInputStream {
    private final HttpExchange exchange;
    private final Connections connections;

    public RequestBody(HttpExchange exchange, Connections connections) {
        super(exchange.getRequestBody());
        this.exchange = exchange;
        this.connections = connections;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /// The server of the JDK throws the first exception for malformed chunk sizes, the second for
    /// chunk sizes that overflow an `int`.
    @Override
    public int read(byte[] buffer, int from, int length) {
        try {
            int read = in.read(buffer, from, length);
            connections.moved(read);
            return read;
        } catch (IOException | IndexOutOfBoundsException malformed) {
            exchange.getResponseHeaders().set("Connection", "close");
            throw RefusedRequest.wrong("the body of the request is malformed or incomplete");
        }
    }
}
