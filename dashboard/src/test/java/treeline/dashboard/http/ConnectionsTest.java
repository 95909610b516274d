package treeline.dashboard.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import treeline.testkit.Patience;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/// Which connection is closed when a stage is full or time is up.
@Timeout(Patience.TEST_SECONDS)
class ConnectionsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final InetSocketAddress HERE =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);

    /// The names of the exchanges whose threads were interrupted, in that order.
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    private final CountDownLatch never = new CountDownLatch(1);

    /// Starts an exchange and returns when it has done its steps and waits.
    private void start(Connections connections, String name, Runnable steps)
            throws InterruptedException {
        var waits = new CountDownLatch(1);
        connections.execute(
                () -> {
                    steps.run();
                    waits.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException closed) {
                        ended.add(name);
                    }
                });
        waits.await();
    }

    @Test
    void theOldestIncompleteHeaderGivesWayToANewOne() throws Exception {
        try (var connections = new Connections(LONG, LONG)) {
            for (int i = 0; i <= Connections.MAX_PER_STAGE; i++)
                start(connections, "header " + i, () -> {});
            assertThat(ended.take()).isEqualTo("header 0");
            start(connections, "one more", () -> {});
            assertThat(ended.take()).isEqualTo("header 1");
        }
    }

    @Test
    void aBodyThatMakesProgressOutlivesOneThatDoesNot() throws Exception {
        try (var connections = new Connections(LONG, LONG)) {
            var go = new CountDownLatch(1);
            var progress = new CountDownLatch(1);
            connections.execute(
                    () -> {
                        connections.receive(HERE, HERE);
                        await(go);
                        connections.moved(1 << 20);
                        progress.countDown();
                        await(never);
                    });
            start(connections, "drips", () -> connections.receive(HERE, HERE));
            start(
                    connections,
                    "drips too",
                    () -> {
                        connections.receive(HERE, HERE);
                        connections.moved(1 << 10);
                    });
            go.countDown();
            progress.await();
            for (int i = 3; i <= Connections.MAX_PER_ADDRESS; i++)
                start(connections, "body " + i, () -> connections.receive(HERE, HERE));
            start(connections, "one more", () -> connections.receive(HERE, HERE));
            assertThat(List.of(ended.take(), ended.take()))
                    .as("each on a thread of its own, so in any order")
                    .containsExactlyInAnyOrder("drips", "drips too");
            assertThat(ended).isEmpty();
        }
    }

    private void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException closed) {
            ended.add("in progress");
        }
    }

    @Test
    void oneAddressDoesNotFillAStage() throws Exception {
        var other = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 9);
        try (var connections = new Connections(LONG, LONG)) {
            start(connections, "other", () -> connections.receive(other, HERE));
            for (int i = 0; i <= Connections.MAX_PER_ADDRESS; i++)
                start(connections, "here " + i, () -> connections.receive(HERE, HERE));
            assertThat(ended.take()).isEqualTo("here 0");
            assertThat(ended).isEmpty();
        }
    }

    @Test
    void everyStageButTheAnswerHasATimeLimit() throws Exception {
        try (var connections = new Connections(SHORT, LONG)) {
            connections.execute(() -> await(never));
            assertThat(ended.take()).isEqualTo("in progress");
        }
        try (var connections = new Connections(LONG, SHORT)) {
            start(connections, "answer", connections::answer);
            connections.execute(
                    () -> {
                        connections.receive(HERE, HERE);
                        await(never);
                    });
            assertThat(ended.take()).isEqualTo("in progress");
            connections.execute(
                    () -> {
                        connections.send();
                        await(never);
                    });
            assertThat(ended.take()).isEqualTo("in progress");
            assertThat(ended).isEmpty();
        }
        assertThat(ended.take()).isEqualTo("answer");
    }

    @Test
    void anAnswerEndsWhenItsClientLeavesAndNotBefore() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (var listening = new ServerSocket(0, 2, here);
                var stays = new Socket(here, listening.getLocalPort());
                var connections = new Connections(SHORT, LONG)) {
            assumeTrue(OpenClients.of(listening.getLocalPort()).isPresent(), "not listed here");
            try (var leaves = new Socket(here, listening.getLocalPort())) {
                start(connections, "stays", () -> answer(connections, stays));
                start(connections, "leaves", () -> answer(connections, leaves));
                assertThat(OpenClients.of(listening.getLocalPort()))
                        .contains(Set.of(stays.getLocalPort(), leaves.getLocalPort()));
            }
            assertThat(ended.take()).isEqualTo("leaves");
            assertThat(ended).isEmpty();
        }
        assertThat(ended.take()).isEqualTo("stays");
    }

    private static void answer(Connections connections, Socket client) {
        connections.receive(
                (InetSocketAddress) client.getLocalSocketAddress(),
                (InetSocketAddress) client.getRemoteSocketAddress());
        connections.answer();
    }

    /// The limit doubles until the answer starts within it.
    @Test
    void theLimitOfAHeaderIsNotThatOfItsAnswer() throws Exception {
        String first = "answer";
        for (Duration limit = SHORT; first.equals("answer"); limit = limit.multipliedBy(2)) {
            assertThat(limit).as("limit of a header").isLessThan(Duration.ofSeconds(10));
            try (var connections = new Connections(limit, LONG)) {
                start(connections, "answer", connections::answer);
                connections.execute(() -> await(never));
                first = ended.take();
            }
            ended.take(); // the other one ends with its server
        }
        assertThat(first).isEqualTo("in progress");
    }
}
