package treeline.dashboard;

import java.time.Duration;

/// Where the dashboard is served, and within which bounds.
///
/// @param host the address to listen at; other machines reach what is not a loopback address
/// @param port 0 for a free one
/// @param withToken whether a token is needed on loopback too, where other users of this machine
///   could connect; beyond loopback one always is
/// @param mostBytes the largest file that may be dropped on the page
/// @param mostRequests how many requests are answered at the same time
/// @param headerLimit how long the header of a request may take; a body may take longer
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
