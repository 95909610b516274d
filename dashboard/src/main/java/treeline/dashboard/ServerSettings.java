package treeline.dashboard;

import java.time.Duration;

/// Address and limits of the server.
///
/// @param host the address to listen on; other machines can reach any address but loopback
/// @param port 0 for a free port
/// @param withToken whether a token is required on loopback too, because other users of this
///   machine could connect; it is always required on other addresses
/// @param mostBytes the maximum size of an uploaded file
/// @param mostRequests the maximum number of concurrent requests
/// @param headerLimit the time limit for request headers; bodies may take longer
public record ServerSettings(
        String host,
        int port,
        boolean withToken,
        long mostBytes,
        int mostRequests,
        Duration headerLimit) {
    private static final long MAX_BYTES = 512L << 20;
    private static final int MAX_REQUESTS = 64;
    private static final Duration HEADER_LIMIT = Duration.ofSeconds(20);

    public static ServerSettings withDefaults() {
        return new ServerSettings("127.0.0.1", 0, false, MAX_BYTES, MAX_REQUESTS, HEADER_LIMIT);
    }

    public ServerSettings at(String otherHost, int otherPort) {
        return new ServerSettings(
                otherHost, otherPort, withToken, mostBytes, mostRequests, headerLimit);
    }

    public ServerSettings asking(boolean forToken) {
        return new ServerSettings(host, port, forToken, mostBytes, mostRequests, headerLimit);
    }

    ServerSettings within(long bytes, int requests) {
        return new ServerSettings(host, port, withToken, bytes, requests, headerLimit);
    }

    ServerSettings withHeadersIn(Duration limit) {
        return new ServerSettings(host, port, withToken, mostBytes, mostRequests, limit);
    }
}
