package treeline.dashboard.http;

import com.sun.net.httpserver.Headers;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Access control: rejects DNS rebinding (Host header) and cross-site requests, and requires a
/// token if other machines or users can connect.
public final class Guard {
    public static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String OWN = "same-origin";

    private final Set<String> hosts;
    private final Optional<Secrets> secrets;

    /// The credentials of a browser: the token of the printed address, used once, and a cookie with
    /// a different secret.
    public record Secrets(String token, String cookieName, String cookie) {}

    /// @param hosts names and addresses without ports, in lower case
    public Guard(Set<String> hosts, Optional<Secrets> secrets) {
        this.hosts = Set.copyOf(hosts);
        this.secrets = secrets;
    }

    /// Checks the method, path and headers of a request.
    ///
    /// @throws RefusedRequest if the request must not be answered
    public void check(String method, String path, Headers headers) {
        List<String> named = headers.getOrDefault("Host", List.of());
        if (named.size() > 1)
            throw RefusedRequest.wrong(
                    "request refused: it has %d Host headers".formatted(named.size()));
        String host = named.isEmpty() ? "" : named.getFirst();
        if (!hosts.contains(withoutPort(host)))
            throw new RefusedRequest(
                    Status.FORBIDDEN,
                    "request refused: its Host header does not name this server",
                    "open the address that 'treeline serve' printed");
        boolean ownOrigin = isOwnOrigin(headers.getFirst("Origin"), host);
        if (headers.containsKey("Origin") && !ownOrigin) throw foreign();
        String site = headers.getFirst("Sec-Fetch-Site");
        boolean api = path.startsWith("/api/");
        if (api && site != null && !site.equals(OWN) && !site.equals("none")) throw foreign();
        if (method.equals("POST") && !ownOrigin && !OWN.equals(site)) throw foreign();
    }

    private static RefusedRequest foreign() {
        return new RefusedRequest(
                Status.FORBIDDEN,
                "request refused: it was sent by another site",
                "open the address that 'treeline serve' printed");
    }

    /// The port need not be ours: at the end of a tunnel it is another one.
    private static String withoutPort(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        int colon = name.lastIndexOf(':');
        return colon > name.lastIndexOf(']') ? name.substring(0, colon) : name;
    }

    private static boolean isOwnOrigin(@Nullable String origin, String host) {
        return origin != null
                && (origin.equalsIgnoreCase("http://" + host)
                        || origin.equalsIgnoreCase("https://" + host));
    }

    /// Whether the token of an address is the right one, where one is needed.
    public boolean isToken(String given) {
        return secrets.isPresent() && isSame(given, secrets.get().token());
    }

    public boolean needsToken() {
        return secrets.isPresent();
    }

    /// The cookie that the token is swapped for. Scripts do not see it, and no other site can have
    /// it sent.
    public String cookie() {
        Secrets known = secrets.orElseThrow();
        return "%s=%s; HttpOnly; SameSite=Strict; Path=/"
                .formatted(known.cookieName(), known.cookie());
    }

    /// Checks the cookie of a request.
    ///
    /// @throws RefusedRequest if a cookie is required and missing
    public void checkCookie(Headers headers) {
        if (secrets.isEmpty() || hasCookie(headers, secrets.get())) return;
        throw new RefusedRequest(
                Status.UNAUTHORIZED,
                "this dashboard requires a token",
                "open the address that 'treeline serve' printed, with its ?token=");
    }

    private static boolean hasCookie(Headers headers, Secrets secrets) {
        return headers.getOrDefault("Cookie", List.of()).stream()
                .flatMap(line -> Arrays.stream(line.split(";")))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(secrets.cookieName() + "="))
                .map(cookie -> cookie.substring(secrets.cookieName().length() + 1))
                .anyMatch(cookie -> isSame(cookie, secrets.cookie()));
    }

    /// Takes the same time wherever the texts differ.
    private static boolean isSame(String given, String known) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), known.getBytes(StandardCharsets.UTF_8));
    }
}
