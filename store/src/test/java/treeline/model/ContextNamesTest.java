package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.model.Context.NONE;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

class ContextNamesTest {

    private static Context thread(int thread) {
        return Context.ofThread(NONE, thread);
    }

    private static Context stream(int rank, int stream) {
        return new Context("", rank, NONE, stream, NONE);
    }

    private static List<String> names(List<Context> contexts, Label... labels) {
        return ContextNames.of(contexts, List.of(labels)).names();
    }

    @Test
    void ranksAndThreadsAreNumbered() {
        assertThat(names(List.of(Context.ofRank(0), Context.ofRank(3))))
                .containsExactly("rank 0", "rank 3");
        assertThat(names(List.of(Context.ofThread(0, 0), Context.ofThread(1, 2))))
                .containsExactly("rank 0 thread 0", "rank 1 thread 2");
        assertThat(names(List.of(Context.WHOLE))).containsExactly("whole program");
    }

    @Test
    void theOnlyRankIsLeftOutOfTheNamesOfItsThreads() {
        assertThat(names(List.of(Context.ofThread(4, 0), Context.ofThread(4, 1), stream(4, 7))))
                .containsExactly("thread 0", "thread 1", "stream 7");
        assertThat(names(List.of(Context.ofRank(4)))).containsExactly("rank 4");
    }

    @Test
    void aSingleContextIsNamedByAllItsParts() {
        assertThat(names(List.of(Context.ofThread(3, 1).inRepetition(2))))
                .containsExactly("rank 3 thread 1 repetition 2");
    }

    @Test
    void hostsAreNamedOnlyIfContextsHaveNoRankAndHostsDiffer() {
        assertThat(
                        names(
                                List.of(
                                        new Context("n1", 0, NONE, NONE, NONE),
                                        new Context("n2", 1, NONE, NONE, NONE))))
                .containsExactly("rank 0", "rank 1");
        assertThat(
                        names(
                                List.of(
                                        new Context("n1", NONE, 0, NONE, NONE),
                                        new Context("n1", NONE, 1, NONE, NONE))))
                .containsExactly("thread 0", "thread 1");
        assertThat(
                        names(
                                List.of(
                                        new Context("n1", NONE, 0, NONE, NONE),
                                        new Context("n2", NONE, 0, NONE, NONE))))
                .containsExactly("n1 thread 0", "n2 thread 0");
    }

    @Test
    void threadsGoByTheirNamesAndByTheirNumberIfANameIsNotUnique() {
        List<Context> threads = List.of(thread(0), thread(1), thread(2), thread(5));
        for (String label : List.of("thread name", "thread_name", "threadname", "thread"))
            assertThat(names(threads, Label.of(label, List.of("main", "worker", "", "worker"))))
                    .containsExactly("main", "worker (thread 1)", "thread 2", "worker (thread 5)");
    }

    @Test
    void namesOfThreadsAreUniqueWithinTheirRank() {
        assertThat(
                        names(
                                List.of(Context.ofThread(0, 0), Context.ofThread(1, 0)),
                                Label.of("thread name", List.of("main", "main"))))
                .containsExactly("rank 0 main", "rank 1 main");
    }

    @Test
    void aNameThatIsANumberOfTheOperatingSystemIsNotAName() {
        assertThat(
                        names(
                                List.of(thread(0), thread(1), thread(2)),
                                Label.of(
                                        "thread", List.of("4711", "thread 4712", "thread 7 (py)"))))
                .containsExactly("thread 0", "thread 1", "py");
    }

    @Test
    void aStreamKeepsTheNumberThatTheToolGaveIt() {
        assertThat(
                        names(
                                List.of(Context.ofThread(0, 0), stream(0, 0)),
                                Label.of("stream", List.of("", "7")),
                                Label.of("thread", List.of("", "stream 7 7"))))
                .containsExactly("thread 0", "stream 7");
    }

    @Test
    void streamsOfOneNumberAreToldApartByTheirDevices() {
        assertThat(
                        names(
                                List.of(stream(0, 7), stream(0, 8), stream(1, 7)),
                                Label.of("stream", List.of("7", "7", "7")),
                                Label.of("device", List.of("0", "1", "0"))))
                .containsExactly(
                        "rank 0 device 0 stream 7",
                        "rank 0 device 1 stream 7",
                        "rank 1 device 0 stream 7");
    }

    @Test
    void repetitionsAreNamedIfThereAreSeveral() {
        assertThat(
                        names(
                                List.of(
                                        Context.ofRank(0).inRepetition(4),
                                        Context.ofRank(1).inRepetition(4))))
                .containsExactly("rank 0", "rank 1");
        assertThat(
                        names(
                                List.of(thread(1).inRepetition(0), thread(1).inRepetition(1)),
                                Label.of("thread name", List.of("main", "main"))))
                .containsExactly("main repetition 0", "main repetition 1");
    }

    @Test
    void distinctContextsHaveDistinctNames() {
        for (int seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            Set<Context> contexts = new LinkedHashSet<>();
            for (int i = 0; i < 12; i++)
                contexts.add(
                        new Context(
                                random.nextBoolean() ? "" : "n" + random.nextInt(2),
                                random.nextInt(3) - 1,
                                random.nextInt(4) - 1,
                                random.nextInt(4) - 1,
                                random.nextInt(3) - 1));
            String[] texts = {"", "main", "thread 1", "stream 1", "rank 0", "7"};
            List<Label> labels = new ArrayList<>();
            for (String name : List.of("thread name", "stream", "device"))
                labels.add(
                        Label.of(
                                name,
                                contexts.stream()
                                        .map(_ -> texts[random.nextInt(texts.length)])
                                        .toList()));
            List<String> names = ContextNames.of(List.copyOf(contexts), labels).names();
            assertThat(new HashSet<>(names)).hasSameSizeAs(contexts);
        }
    }
}
