package treeline.dashboard;

import java.time.Duration;

/// Address and limits of the server.
///
/// @param host the address to listen on; other machines can reach any address but loopback
/// @param port 0 for a free port
/// @param withToken whether a token is required on loopback too, because other users of this
///   machine could connect; it is always required on other addresses
/// @param mostBytes the maximum size of an uploaded file
/// @param mostRequests the maximum number of answers that are computed at once
/// @param times how long clients may take
public record ServerSettings(
        String host,
        int port,
        boolean withToken,
        long mostBytes,
        int mostRequests,
        TimeLimits times) {
    private static final long MAX_BYTES = 512L << 20;
    private static final int MAX_REQUESTS = 64;

    /// Time limits of a request.
    ///
    /// @param header for a complete header
    /// @param progress for the next 16 KiB of a request body or of an answer
    /// @param slot until the computation of the answer starts
    /// @param answer for the computation
    public record TimeLimits(Duration header, Duration progress, Duration slot, Duration answer) {
        static final TimeLimits DEFAULT =
                new TimeLimits(
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(5));
    }

    public static ServerSettings withDefaults() {
        return new ServerSettings(
                "127.0.0.1", 0, false, MAX_BYTES, MAX_REQUESTS, TimeLimits.DEFAULT);
    }

    public ServerSettings at(String otherHost, int otherPort) {
        return new ServerSettings(otherHost, otherPort, withToken, mostBytes, mostRequests, times);
    }

    public ServerSettings asking(boolean forToken) {
        return new ServerSettings(host, port, forToken, mostBytes, mostRequests, times);
    }

    /// The same with another time limit of a computation.
    public ServerSettings answeringWithin(Duration limit) {
        return within(new TimeLimits(times.header(), times.progress(), times.slot(), limit));
    }

    ServerSettings within(long bytes, int requests) {
        return new ServerSettings(host, port, withToken, bytes, requests, times);
    }

    ServerSettings within(TimeLimits limits) {
        return new ServerSettings(host, port, withToken, mostBytes, mostRequests, limits);
    }
}
