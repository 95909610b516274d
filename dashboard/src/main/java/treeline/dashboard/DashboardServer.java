package treeline.dashboard;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.HttpServer;

import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.http.AnswerSlots;
import treeline.dashboard.http.Connections;
import treeline.dashboard.http.Guard;
import treeline.dashboard.runs.OpenRuns;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// HTTP server of the dashboard. It makes no outgoing connections and answers only requests that
/// [Guard] admits.
public final class DashboardServer implements Closeable {
    private static final int TOKEN_BYTES = 32;

    /// An open connection between two requests costs a file descriptor and about 1 KB.
    private static final long MAX_CONNECTIONS = 16_384;

    static {
        // The server of the JDK reads these when its classes are loaded. Without the first, small
        // answers wait for the acknowledgement of the one before: 40 ms each.
        setUnlessSet("sun.net.httpserver.nodelay", "true");
        setUnlessSet("sun.net.httpserver.maxReqHeaders", "100");
        setUnlessSet("sun.net.httpserver.maxReqTime", "600"); // see Connections for the stages
        setUnlessSet("sun.net.httpserver.maxRspTime", "600");
        setUnlessSet("sun.net.httpserver.idleInterval", "20"); // seconds without a request
        setUnlessSet("sun.net.httpserver.clockTick", "1000"); // milliseconds between its checks
        String connections = Long.toString(mostConnections());
        setUnlessSet("jdk.httpserver.maxConnections", connections);
        setUnlessSet("sun.net.httpserver.maxIdleConnections", connections);
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final Connections connections;
    private final OpenRuns runs;
    private final Optional<String> token;

    private DashboardServer(
            HttpServer server,
            ExecutorService threads,
            Connections connections,
            OpenRuns runs,
            Optional<String> token) {
        this.server = server;
        this.threads = threads;
        this.connections = connections;
        this.runs = runs;
        this.token = token;
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) System.setProperty(property, value);
    }

    /// Leaves half of the file descriptors of the process to other files: a server that cannot
    /// accept for lack of one answers nobody.
    private static long mostConnections() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean unix
                ? Math.clamp(unix.getMaxFileDescriptorCount() / 2, 1, MAX_CONNECTIONS)
                : MAX_CONNECTIONS;
    }

    /// Starts to listen, with an ensemble of the runs that are open.
    static DashboardServer start(ServerSettings settings, OpenRuns runs, String version)
            throws IOException {
        return start(settings, runs, OpenEnsemble.of(runs), version);
    }

    /// Starts to listen. The values that the page shows first are read meanwhile.
    ///
    /// @param runs are closed with the server
    /// @param ensemble of the page of many runs
    /// @throws IOException if the port is taken, or the host is none of this machine
    static DashboardServer start(
            ServerSettings settings, OpenRuns runs, OpenEnsemble ensemble, String version)
            throws IOException {
        InetAddress address = InetAddress.getByName(settings.host());
        HttpServer server = HttpServer.create(new InetSocketAddress(address, settings.port()), 0);
        boolean open = !address.isLoopbackAddress();
        Optional<String> token =
                open || settings.withToken() ? Optional.of(secret()) : Optional.empty();
        int port = server.getAddress().getPort();
        var guard =
                new Guard(
                        hosts(settings.host(), address),
                        token.map(text -> new Guard.Secrets(text, "treeline-" + port, secret())));
        var answers = new Answers(runs, ensemble, version);
        ExecutorService threads =
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
        var connections = new Connections(settings.times().header(), settings.times().progress());
        var slots =
                new AnswerSlots(
                        threads,
                        settings.mostRequests(),
                        settings.times().slot(),
                        settings.times().answer());
        server.setExecutor(connections);
        server.createContext(
                "/", new Requests(guard, answers, settings.mostBytes(), open, connections, slots));
        server.start();
        threads.execute(WebFiles::all);
        threads.execute(answers::warmUp);
        return new DashboardServer(server, threads, connections, runs, token);
    }

    /// 256 bits as text that an address may hold.
    private static String secret() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// The names under which browsers may ask: those of loopback, where tunnels end, and beyond
    /// loopback those of this machine.
    private static Set<String> hosts(String asked, InetAddress address) throws IOException {
        Set<String> hosts = new HashSet<>(Guard.LOOPBACK);
        hosts.add(written(asked));
        if (address.isLoopbackAddress()) return hosts;
        hosts.add(hostName().toLowerCase(Locale.ROOT));
        hosts.add(address.getCanonicalHostName().toLowerCase(Locale.ROOT));
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .forEach(each -> hosts.add(written(each.getHostAddress())));
        return hosts;
    }

    /// As a browser writes it: an address of version 6 in brackets, without its zone.
    private static String written(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        int zone = name.indexOf('%');
        String plain = zone < 0 ? name : name.substring(0, zone);
        return plain.contains(":") && !plain.startsWith("[") ? "[" + plain + "]" : plain;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /// What to open, with the token where one is needed.
    public String url() {
        InetAddress address = server.getAddress().getAddress();
        String host = address.isAnyLocalAddress() ? hostName() : written(address.getHostAddress());
        return "http://%s:%d/%s"
                .formatted(host, port(), token.map(text -> "?token=" + text).orElse(""));
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException unknown) {
            return "localhost";
        }
    }

    /// Ends all connections, closes the runs and deletes copies of dropped files.
    @Override
    public void close() throws IOException {
        server.stop(0);
        connections.close();
        threads.shutdownNow();
        runs.close();
    }
}
