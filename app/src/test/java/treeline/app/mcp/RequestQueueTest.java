package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.app.terminal.Console;
import treeline.cores.Ranges;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.table.Column;
import treeline.table.Table;
import treeline.testkit.Patience;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;

/// Messages are read while a question is evaluated.
@Timeout(Patience.TEST_SECONDS)
class RequestQueueTest {
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";
    private static final String PONG = "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}";

    @TempDir Path folder;

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);

    /// A question that takes until it is released or interrupted.
    private Question slow() {
        return question("slow", this::slowly);
    }

    private Answer slowly(Arguments arguments, treeline.question.input.Session session) {
        started.countDown();
        try {
            released.await();
        } catch (InterruptedException stopped) {
            interrupted.countDown();
        }
        return answer("slow");
    }

    /// A question that cannot be interrupted, but counts its progress.
    private Question stubborn() {
        return question(
                "stubborn",
                (_, session) -> {
                    started.countDown();
                    try (var task = session.task("reading", 0)) {
                        while (true) {
                            Thread.onSpinWait();
                            task.advance(1);
                        }
                    } finally {
                        interrupted.countDown();
                    }
                });
    }

    private static Question fast() {
        return question("fast", (_, _) -> answer("fast"));
    }

    private static Question question(String name, Question.Answering answering) {
        return new Question(
                name,
                "answer " + name,
                Question.Subject.ONE_RUN,
                List.of(RunOptions.PATH),
                List.of(),
                List.of(),
                answering);
    }

    private static Answer answer(String name) {
        return new Answer.Builder(name, Table.of(Column.whole("value", 1))).build();
    }

    private static String call(int id, String tool) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\"}}"
                .formatted(id, tool);
    }

    private static String cancel(int id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
                .formatted(id);
    }

    /// A connection to a server, message by message.
    private final class Connection implements AutoCloseable {
        private final OutputStream toServer;
        private final Scanner replies;
        private final Thread thread;

        Connection(Question... questions) throws IOException {
            this(Patience.DURATION, questions);
        }

        Connection(Duration limit, Question... questions) throws IOException {
            Path run = Files.writeString(folder.resolve("a.txt"), "path rank0\nmain 1\n");
            McpServer server =
                    McpServer.of(
                                    List.of(questions),
                                    Session.plain().formats(),
                                    Optional.empty(),
                                    List.of(run.toString()),
                                    () -> "1.0",
                                    _ -> {})
                            .within(limit);
            var in = new PipedInputStream();
            toServer = new PipedOutputStream(in);
            var out = new PipedOutputStream();
            replies = new Scanner(new PipedInputStream(out, 1 << 16), StandardCharsets.UTF_8);
            thread =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try (var printed = Console.stream(out, 64)) {
                                            server.serve(in, printed);
                                        } catch (IOException impossible) {
                                            throw new AssertionError(impossible);
                                        }
                                    });
        }

        void send(String line) throws IOException {
            toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            toServer.flush();
        }

        String next() {
            return replies.nextLine();
        }

        @Override
        public void close() throws IOException {
            toServer.close();
            try {
                thread.join();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
            assertThat(replies.hasNextLine()).isFalse();
        }
    }

    @Test
    void pingIsAnsweredWhileAQuestionIsEvaluated() throws Exception {
        try (var connection = new Connection(slow())) {
            connection.send(call(1, "slow"));
            started.await();
            connection.send(PING);
            assertThat(connection.next()).isEqualTo(PONG);
            released.countDown();
            assertThat(connection.next()).contains("\"id\":1,\"result\"");
        }
    }

    @Test
    void aSlowQuestionDoesNotKeepFastOnesWaiting() throws Exception {
        try (var connection = new Connection(slow(), fast())) {
            connection.send(call(1, "slow"));
            started.await();
            connection.send(call(2, "fast"));
            assertThat(connection.next()).contains("\"id\":2,\"result\"");
            released.countDown();
            assertThat(connection.next()).contains("\"id\":1,\"result\"");
        }
    }

    @Test
    void aCancelledQuestionIsInterruptedAndGetsNoAnswer() throws Exception {
        try (var connection = new Connection(slow(), fast())) {
            connection.send(call(1, "slow"));
            started.await();
            connection.send(call(2, "fast"));
            connection.send(cancel(1));
            interrupted.await();
            assertThat(connection.next()).contains("\"id\":2,\"result\"");
        }
    }

    @Test
    void aQuestionThatTakesTooLongIsInterruptedAndToldSo() throws Exception {
        try (var connection = new Connection(Duration.ofSeconds(1), slow())) {
            connection.send(call(1, "slow"));
            interrupted.await();
            assertThat(connection.next())
                    .contains("\"id\":1,\"result\"", "no answer within 1 s", "\"isError\":true");
        }
    }

    @Test
    void aQuestionThatWaitsCanBeCancelled() throws Exception {
        try (var connection = new Connection(slow(), fast())) {
            for (int id = 1; id <= RequestQueue.AT_ONCE; id++) connection.send(call(id, "slow"));
            connection.send(call(20, "fast"));
            connection.send(cancel(20));
            connection.send(PING);
            assertThat(connection.next()).isEqualTo(PONG);
            released.countDown();
            for (int id = 1; id <= RequestQueue.AT_ONCE; id++)
                assertThat(connection.next()).contains("\"result\"").doesNotContain("\"id\":20");
        }
    }

    /// A loop over ranges, which no question watches.
    @Test
    void aComputationThatIsCancelledEndsBetweenTwoRanges() throws Exception {
        var computing =
                question(
                        "computing",
                        (_, _) -> {
                            try {
                                while (true) Ranges.each(100, 1, (_, _) -> started.countDown());
                            } finally {
                                interrupted.countDown();
                            }
                        });
        try (var connection = new Connection(computing)) {
            connection.send(call(1, "computing"));
            started.await();
            connection.send(cancel(1));
            interrupted.await();
            connection.send(PING);
            assertThat(connection.next()).isEqualTo(PONG);
        }
    }

    @Test
    void anEvaluationThatIgnoresInterruptsEndsAtItsNextStep() throws Exception {
        try (var connection = new Connection(stubborn())) {
            connection.send(call(1, "stubborn"));
            started.await();
            connection.send(cancel(1));
            interrupted.await();
            connection.send(PING);
            assertThat(connection.next()).isEqualTo(PONG);
        }
    }

    @Test
    void cancellingAnUnknownRequestChangesNothing() throws Exception {
        try (var connection = new Connection(fast())) {
            connection.send(cancel(7));
            connection.send(call(1, "fast"));
            assertThat(connection.next()).contains("\"id\":1,\"result\"");
        }
    }
}
