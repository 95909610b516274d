package treeline.notebook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/// Local HTTP server for tree displays while their kernel lives: rows that a page lacks, search
/// results, and selected nodes. The kernel protocol has no channel for these. It listens on
/// loopback only, and every address starts with a random token that only pages of this kernel know.
/// Any origin is allowed, because notebooks are served from other ports.
final class KernelServer {
    /// Trees are kept for their pages; those before the last so many do not answer any more.
    private static final int MAX_TREES = 64;

    /// How many call paths a search gives.
    private static final int MAX_FOUND = 100;

    private static @Nullable KernelServer started;

    private final HttpServer server;
    private final String token;
    private final Map<Integer, ProfileTree> trees = new LinkedHashMap<>();
    private int last;

    private KernelServer() throws IOException {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        token = HexFormat.of().formatHex(random);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("treeline-notebook-", 0).factory()));
        server.createContext("/", this::handle);
        server.start();
    }

    /// The one of this process; started when it is first needed.
    static synchronized KernelServer running() throws IOException {
        if (started == null) started = new KernelServer();
        return started;
    }

    /// Where pages of a tree ask.
    synchronized String address(ProfileTree tree) {
        trees.put(++last, tree);
        if (trees.size() > MAX_TREES) trees.remove(trees.keySet().iterator().next());
        return "http://127.0.0.1:%d/%s/%d".formatted(server.getAddress().getPort(), token, last);
    }

    private synchronized @Nullable ProfileTree tree(String number) {
        return number.matches("[0-9]{1,9}") ? trees.get(Integer.parseInt(number)) : null;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Access-Control-Allow-Origin", "*");
            exchange.getResponseHeaders().add("Cache-Control", "no-store");
            if (!isLocal(exchange.getRequestHeaders().getFirst("Host"))) {
                send(exchange, 403, "only for pages of this machine");
                return;
            }
            String[] path = exchange.getRequestURI().getPath().split("/");
            boolean known = path.length == 4 && path[1].equals(token);
            ProfileTree tree = known ? tree(path[2]) : null;
            if (tree == null) {
                send(exchange, 404, "not found: run the cell again");
                return;
            }
            try {
                send(exchange, 200, answer(tree, path[3], arguments(exchange)));
            } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
                send(exchange, 400, String.valueOf(wrong.getMessage()));
            }
        }
    }

    /// A name that somebody points at this machine is refused, also with the right word.
    private static boolean isLocal(@Nullable String host) {
        return host != null && host.matches("(127\\.0\\.0\\.1|localhost|\\[::1\\])(:[0-9]+)?");
    }

    static String answer(ProfileTree tree, String question, Map<String, String> arguments) {
        return switch (question) {
            case "children" ->
                    tree.children(
                            Integer.parseInt(arguments.getOrDefault("of", "-1")),
                            nodes(arguments.getOrDefault("shown", "")));
            case "find" -> found(tree, arguments.getOrDefault("text", ""));
            case "select" -> tree.selectNodes(nodes(arguments.getOrDefault("nodes", "")));
            default -> throw new IllegalArgumentException("no question '%s'".formatted(question));
        };
    }

    /// How many nodes there are, then a line with the call path of each.
    private static String found(ProfileTree tree, String text) {
        int[] nodes = tree.named(text).toArray();
        return nodes.length
                + "\n"
                + Arrays.stream(nodes)
                        .limit(MAX_FOUND)
                        .mapToObj(node -> path(tree, node))
                        .collect(Collectors.joining("\n"));
    }

    private static String path(ProfileTree tree, int node) {
        String path = Integer.toString(node);
        for (int at = tree.callTree().parent(node); at >= 0; at = tree.callTree().parent(at))
            path = at + "," + path;
        return path;
    }

    private static BitSet nodes(String text) {
        var nodes = new BitSet();
        for (String each : text.split(",")) if (!each.isEmpty()) nodes.set(Integer.parseInt(each));
        return nodes;
    }

    private static Map<String, String> arguments(HttpExchange exchange) {
        Map<String, String> arguments = new LinkedHashMap<>();
        String query = exchange.getRequestURI().getRawQuery();
        for (String part : (query == null ? "" : query).split("&")) {
            int equals = part.indexOf('=');
            if (equals > 0)
                arguments.put(
                        part.substring(0, equals),
                        URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return arguments;
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
