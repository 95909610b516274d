package treeline.app.commands.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.app.ListedQuestions;
import treeline.app.commands.CommandTest;
import treeline.question.Question;
import treeline.question.input.Between;
import treeline.question.input.Moment;
import treeline.trace.TimeWindow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// Commands about one run look at a part of its time.
class BetweenTest extends CommandTest {
    private static final long MINUTE = 60_000_000_000L;

    /// Questions that this run cannot answer, with the reason.
    private static final Map<String, String> WITHOUT_ANSWER =
            Map.of("correlate", "the run has one metric", "gpu", "the run has no GPU");

    private Path run = Path.of("");

    @BeforeEach
    void draw() throws IOException {
        run =
                drawnWithTraces(
                        "trace 0 60 0 0 1 1 11 2 20 1",
                        "trace 1 60 0 1",
                        "message 0 1 1 64 20 21 5 22");
    }

    @ParameterizedTest
    @CsvSource({
        "10s, 10000000000",
        "10, 10000000000",
        "0.5, 500000000",
        ".5s, 500000000",
        "300ms, 300000000",
        "7us, 7000",
        "7µs, 7000",
        "7ns, 7",
        "0.4ns, 0",
        "0.5ns, 1",
        "2min, 120000000000",
        "25%, 15000000000",
        "100%, 60000000000",
        "start, 0",
        "end, 60000000000",
        "99999999999999999999, 9223372036854775807"
    })
    void aMomentHasAUnit(String text, long nanos) {
        assertThat(Moment.parse(text).orElseThrow().nanos(MINUTE, 0)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1s", "1h", "1e3s", "1 s", "now", "10s12s", "%", "."})
    void otherTextsAreNoMoments(String text) {
        assertThat(Moment.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2001-09-09T01:46:45Z, 5000000000",
        "2001-09-09T03:46:45.5+02:00, 5500000000",
        "1000000005, 5000000000",
        "1000000005.25, 5250000000",
        "1000000005s, 1000000005000000000",
        "999999999, 999999999000000000"
    })
    void aMomentMayBeADate(String text, long nanos) {
        long origin = 1_000_000_000_000_000_000L;
        assertThat(Moment.parse(text).orElseThrow().nanos(MINUTE, origin)).isEqualTo(nanos);
    }

    @Test
    void aDateNeedsATraceWithADate() {
        assertThat(refused("tree", run, "--between", "2026-11-18T10:00:00Z", "end"))
                .startsWith(
                        "treeline: --between 2026-11-18T10:00:00Z end: the trace does not contain"
                                + " the date of its start; use times since the start, such as 10s");
    }

    @Test
    void aWindowIsTwoMoments() {
        assertThat(Between.parse("10s 12s").to().nanos(MINUTE, 0)).isEqualTo(12_000_000_000L);
        assertThatThrownBy(() -> Between.parse("10s"))
                .hasMessageStartingWith("two times, such as 10s 12s");
        assertThatThrownBy(() -> Between.parse("1 2 3")).isInstanceOf(RuntimeException.class);
    }

    @Test
    void theTextHasAsManyDigitsAsItNeeds() {
        assertThat(Between.text(new TimeWindow(0, 12_000_000_000L), MINUTE))
                .isEqualTo("from 0 s to 12.0 s of 60.0 s");
        assertThat(Between.text(new TimeWindow(10_000_000_000L, 10_000_000_001L), MINUTE))
                .isEqualTo("from 10.000000000 s to 10.000000001 s of 60.000000000 s");
    }

    @Test
    void aTreeIsOfTheTimeBetween() {
        assertThat(printed("tree", run, "--between", "10s", "12s"))
                .isEqualTo(
                        """
                        time (inclusive), mean of 2 ranks, from 10.0 s to 12.0 s of 60.0 s

                        2.00 s   100.0 %  ██████████  ● main
                        1.50 s    75.0 %  ███████▌    ● ├─ solve
                         500 ms   25.0 %  ██▌           └─ io
                           0 s     0.0 %                … 1 more

                        ● hot path
                        """);
        assertThat(printed("tree", run, "--between=10s", "12s", "--rank", "1", "--json"))
                .contains("\"text\": \"rank 1, from 10.0 s to 12.0 s of 60.0 s\"");
    }

    @Test
    void everyQuestionThatTakesItNamesTheWindow() {
        for (Question question : ListedQuestions.aboutOneRunWith("between"))
            if (!WITHOUT_ANSWER.containsKey(question.name()))
                assertThat(
                                printed(
                                        wide,
                                        ListedQuestions.words(
                                                question, run, "main", "--between=0", "50%")))
                        .as(question.name())
                        .contains("from 0 s to 30.0 s of 60.0 s");
        assertThat(ListedQuestions.aboutOneRun())
                .filteredOn(each -> !ListedQuestions.aboutOneRunWith("between").contains(each))
                .extracting(Question::name)
                .containsExactlyInAnyOrder(
                        "info", // is about what is stored
                        "iterations", // iterations have no times
                        "longest-iterations", // iterations have no times
                        "table metrics", // tables list what is stored
                        "table contexts",
                        "table tree",
                        "table slice");
    }

    @Test
    void aWindowMustBeWithinTheRun() {
        assertThat(refused("tree", run, "--between", "10s", "70s"))
                .startsWith("treeline: --between 10s 70s: the run lasted 60.000000000 s\n");
        assertThat(refused("tree", run, "--between", "70s", "80s"))
                .startsWith("treeline: --between 70s 80s: the run lasted 60.000000000 s\n");
        assertThat(refused("tree", run, "--between", "12s", "10s"))
                .startsWith("treeline: --between 12s 10s: the second time is not after the first");
        assertThat(refused("tree", run, "--between", "10s", "10s"))
                .contains("the second time is not after the first");
        assertThat(refused("tree", run, "--between", "10s", "--json"))
                .startsWith("treeline: --between: found '10s --json', expected two times");
    }

    @Test
    void aRunWithoutTracesHasNoTimes() throws IOException {
        Path profile = drawn("profile.txt", "path rank0\nmain 1\n");
        assertThat(refused("tree", profile, "--between", "0", "end"))
                .startsWith(
                        "treeline: --between: profile.txt has no traces, which record activity over"
                                + " time");
    }
}
