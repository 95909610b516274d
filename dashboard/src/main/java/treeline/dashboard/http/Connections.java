package treeline.dashboard.http;

import java.io.Closeable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Limits on connections by stage, so that clients that send or read slowly cannot lock others out
/// (slowloris, slow POST, slow read). A connection without progress is closed when its time is up,
/// or earlier if its stage is full: the one whose last progress is the oldest goes first.
///
/// A client that leaves while its answer is computed is noticed on Linux, and the computation ends.
///
/// The JDK's server runs each exchange on a thread of its executor. Here that is a virtual thread,
/// because it mostly waits for the client; interrupting it closes the connection. Connections
/// between requests have no thread: the server closes these by itself after its idle interval.
public final class Connections implements Executor, Closeable {
    /// Connections per stage, about 20 KB each. A request that arrives in one piece leaves a stage
    /// within milliseconds, long before 1,024 others enter it. A smaller limit closes stalled
    /// connections earlier, but clients that reconnect at once then cost more CPU time.
    static final int MAX_PER_STAGE = 1_024;

    /// The share of one address. Headers have no address: the server does not tell it before.
    static final int MAX_PER_ADDRESS = MAX_PER_STAGE / 2;

    /// The bytes that count as progress. Fewer would let a byte per second keep a connection open.
    public static final int PROGRESS_BYTES = 16 << 10;

    private static final Duration SHORT = Duration.ofMillis(500);

    private static final Duration END_LIMIT = Duration.ofSeconds(5);

    private enum Stage {
        HEADER,
        BODY,
        ANSWER,
        SENDING
    }

    private static final class Connection {
        private final Thread thread;
        private Stage stage = Stage.HEADER;
        private Optional<InetAddress> address = Optional.empty();
        private int port;
        private int serverPort;
        private long progressNanos;
        private int movedBytes;

        Connection(Thread thread) {
            this.thread = thread;
        }
    }

    private final Duration headerLimit;
    private final Duration progressLimit;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    private final Map<Thread, Connection> byThread = new ConcurrentHashMap<>();
    private final Map<Stage, SequencedSet<Connection>> byStage = new EnumMap<>(Stage.class);

    /// @param headerLimit for a complete request header
    /// @param progressLimit for the next 16 KiB of a request body or of an answer
    public Connections(Duration headerLimit, Duration progressLimit) {
        this.headerLimit = headerLimit;
        this.progressLimit = progressLimit;
        for (Stage stage : Stage.values()) byStage.put(stage, new LinkedHashSet<>());
        long tick = Math.clamp(headerLimit.toMillis() / 10, 1, 1_000);
        var _ = clock.scheduleWithFixedDelay(this::closeLate, tick, tick, TimeUnit.MILLISECONDS);
        var _ = clock.scheduleWithFixedDelay(this::closeLeft, tick, tick, TimeUnit.MILLISECONDS);
    }

    @Override
    public void execute(Runnable exchange) {
        Thread.ofVirtual().start(() -> run(exchange));
    }

    private void run(Runnable exchange) {
        var connection = new Connection(Thread.currentThread());
        byThread.put(connection.thread, connection);
        enter(connection, Stage.HEADER);
        try {
            exchange.run();
        } finally {
            byThread.remove(connection.thread);
            leave(connection);
        }
    }

    /// The header of this thread's request is complete and its body follows.
    ///
    /// @param server our end of the connection
    public synchronized void receive(InetSocketAddress client, InetSocketAddress server) {
        Connection connection = current();
        connection.address = Optional.of(client.getAddress());
        connection.port = client.getPort();
        connection.serverPort = server.getPort();
        enter(connection, Stage.BODY);
    }

    /// The request of this thread is complete. It is not closed while it waits for its answer,
    /// unless its client leaves.
    public void answer() {
        enter(current(), Stage.ANSWER);
    }

    /// The answer of this thread is about to be sent.
    public void send() {
        enter(current(), Stage.SENDING);
    }

    private Connection current() {
        return Objects.requireNonNull(byThread.get(Thread.currentThread()));
    }

    private SequencedSet<Connection> peers(Stage stage) {
        return Objects.requireNonNull(byStage.get(stage));
    }

    private synchronized void enter(Connection connection, Stage stage) {
        leave(connection);
        connection.stage = stage;
        connection.movedBytes = 0;
        connection.progressNanos = System.nanoTime();
        SequencedSet<Connection> peers = peers(stage);
        peers.add(connection);
        if (stage == Stage.ANSWER) return;
        if (peers.size() > MAX_PER_STAGE) close(peers.getFirst());
        if (connection.address.isPresent()) closeOldest(peers, connection.address);
    }

    private void closeOldest(SequencedSet<Connection> peers, Optional<InetAddress> address) {
        if (peers.size() <= MAX_PER_ADDRESS) return;
        List<Connection> same =
                peers.stream().filter(each -> each.address.equals(address)).toList();
        if (same.size() > MAX_PER_ADDRESS) close(same.getFirst());
    }

    private synchronized void leave(Connection connection) {
        peers(connection.stage).remove(connection);
    }

    private void close(Connection connection) {
        leave(connection);
        connection.thread.interrupt();
    }

    /// Counts bytes of the body or answer of this thread.
    public synchronized void moved(int bytes) {
        Connection connection = current();
        connection.movedBytes += Math.max(0, bytes);
        if (connection.movedBytes < PROGRESS_BYTES) return;
        connection.movedBytes = 0;
        connection.progressNanos = System.nanoTime();
        SequencedSet<Connection> peers = peers(connection.stage);
        if (peers.remove(connection)) peers.addLast(connection);
    }

    private synchronized void closeLate() {
        closeLate(Stage.HEADER, headerLimit);
        closeLate(Stage.BODY, progressLimit);
        closeLate(Stage.SENDING, progressLimit);
    }

    /// The first of a stage are those whose last progress is the oldest.
    private void closeLate(Stage stage, Duration limit) {
        long now = System.nanoTime();
        List<Connection> late = new ArrayList<>();
        for (Connection each : peers(stage)) {
            if (now - each.progressNanos <= limit.toNanos()) break;
            late.add(each);
        }
        late.forEach(this::close);
    }

    /// Answers that are computed for so short a time end by themselves.
    private void closeLeft() {
        long now = System.nanoTime();
        List<Connection> waiting;
        synchronized (this) {
            waiting =
                    peers(Stage.ANSWER).stream()
                            .filter(each -> each.address.isPresent())
                            .filter(each -> now - each.progressNanos > SHORT.toNanos())
                            .toList();
        }
        if (waiting.isEmpty()) return;
        Optional<Set<Integer>> open = OpenClients.of(waiting.getFirst().serverPort);
        if (open.isPresent()) closeLeft(waiting, open.get());
    }

    private synchronized void closeLeft(List<Connection> waiting, Set<Integer> open) {
        for (Connection each : waiting)
            if (each.stage == Stage.ANSWER && !open.contains(each.port)) close(each);
    }

    /// Ends all exchanges and waits until they have deleted what they stored.
    @Override
    public void close() {
        clock.shutdownNow();
        List<Thread> threads = List.copyOf(byThread.keySet());
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) thread.join(END_LIMIT);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
