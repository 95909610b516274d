package treeline.record.events;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.ManualClock;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.Recordings;

import java.nio.file.Path;
import java.util.List;

/// Nothing that a program does wrong throws into it; all is told at the end.
class MisuseTest {
    @TempDir Path out;
    private final ManualClock clock = new ManualClock();

    private interface Program {
        void run() throws Exception;
    }

    private List<String> problemsOf(Program program) throws Exception {
        return problemsOf(clock.options(out).metrics("tag:0;mem:1").build(), program);
    }

    private static List<String> problemsOf(RecorderOptions options, Program program)
            throws Exception {
        Recorder recorder = Recorder.start(options);
        program.run();
        recorder.close();
        return recorder.report().problems();
    }

    private double time(String path) throws Exception {
        Profile profile = Recordings.read(out);
        return profile.column("time").at(0, profile.tree().at(path));
    }

    @Test
    void aWellBehavedProgramHasNoProblems() throws Exception {
        assertThat(problemsOf(() -> Recorder.event("main", () -> clock.pass(3)))).isEmpty();
        assertThat(time("main")).isEqualTo(3);
    }

    @Test
    void anEventClosedBeforeTheOneInsideItClosesBoth() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            Event outer = Recorder.event("outer");
                            clock.pass(1);
                            Event inner = Recorder.event("inner");
                            clock.pass(2);
                            outer.close();
                            Recorder.event("next", () -> clock.pass(5));
                            inner.close();
                        });
        assertThat(problems).hasSize(2);
        assertThat(problems.get(0))
                .matches(
                        "events were still open when their enclosing event was closed \\("
                                + "rank 0, 'inner', started at treeline.record.*\\)");
        assertThat(problems.get(1)).startsWith("events were closed twice (");
        assertThat(time("outer")).isEqualTo(3);
        assertThat(time("outer/inner")).isEqualTo(2);
        assertThat(time("next")).isEqualTo(5);
    }

    @Test
    @SuppressWarnings("MustBeClosedChecker")
    void aForgottenEventIsReportedWithItsNameAndWhereItBegins() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            Event outer = Recorder.event("around it");
                            beginAndForget();
                            outer.close();
                        });
        assertThat(problems)
                .singleElement()
                .asString()
                .matches(
                        "events were still open when their enclosing event was closed \\(rank 0,"
                            + " 'forgotten', started at"
                            + " treeline.record.events.MisuseTest.beginAndForget\\(MisuseTest.java:\\d+\\)\\)");
    }

    @SuppressWarnings("MustBeClosedChecker")
    private static void beginAndForget() {
        Recorder.event("forgotten");
    }

    @Test
    void whatIsNotAFiniteNumberIsCountedAndNotAdded() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            try (Event main = Recorder.event("main")) {
                                main.add("mem", 5).add("mem", Double.NaN).add("mem", 3);
                                main.add("mem", Double.POSITIVE_INFINITY);
                                for (int i = 0; i < 2; i++)
                                    try (Event step = Recorder.event("step", Loop.EACH, i)) {
                                        step.add("mem", 5).add("mem", Double.NaN).add("mem", 3 + i);
                                        step.add("mem", Double.NEGATIVE_INFINITY);
                                    }
                            }
                        });
        assertThat(problems)
                .singleElement()
                .asString()
                .matches(
                        "values that are not finite were not added, 6 times \\(first: rank 0,"
                            + " treeline.record.events.MisuseTest.*\\(MisuseTest.java:\\d+\\)\\)");
        Profile profile = Recordings.read(out);
        assertThat(profile.column("mem").at(0, profile.tree().at("main"))).isEqualTo(8);
        assertThat(profile.column("mem").at(0, profile.tree().at("main/step"))).isEqualTo(17);
        SparseRows rows = profile.column("mem").byContext();
        assertThat(rows.series(rows.find(0, profile.tree().at("main/step")))).containsExactly(8, 9);
    }

    @Test
    void anEventClosedOnAnotherThreadStaysOpen() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            Event event = Recorder.event("main");
                            Thread.ofVirtual().start(event::close).join();
                            clock.pass(4);
                            event.close();
                        });
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("events were closed on a thread other");
        assertThat(time("main")).isEqualTo(4);
    }

    @Test
    @SuppressWarnings("MustBeClosedChecker")
    void anEventLeftOpenCountsUpToTheEnd() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            Recorder.event("main");
                            clock.pass(9);
                        });
        assertThat(problems)
                .singleElement()
                .asString()
                .matches(
                        "events were still open at the end of the recording or of their thread \\("
                                + "rank 0, 'main', started at treeline.*\\)");
        assertThat(time("main")).isEqualTo(9);
    }

    @Test
    void metricsMustBeDeclaredAndOfTheirKind() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            try (Event main = Recorder.event("main")) {
                                main.add("speed", 1).put("color", "red");
                                main.add("tag", 1).put("mem", "much");
                                main.put("tag", "A").put("tag", "B");
                            }
                        });
        assertThat(problems).hasSize(3);
        assertThat(problems.get(0)).startsWith("values were given for undeclared metrics, 2 times");
        assertThat(problems.get(1))
                .startsWith("a label was given a number, or a numeric metric a string, 2 times");
        assertThat(problems.get(2))
                .startsWith("a label got different values at the same call path (");
        Profile profile = Recordings.read(out);
        assertThat(profile.outline().label("tag", 0)).isEqualTo("A");
    }

    @Test
    void aMetricOfAClosedEventIsMisuse() throws Exception {
        assertThat(
                        problemsOf(
                                () -> {
                                    Event main = Recorder.event("main");
                                    main.close();
                                    main.add("mem", 1);
                                }))
                .singleElement()
                .asString()
                .startsWith("events were closed twice");
    }

    @Test
    void oneCallPathHasOneLoopMode() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            Recorder.event("step", () -> clock.pass(1));
                            try (Event _ = Recorder.event("step", Loop.EACH, 3)) {
                                clock.pass(1);
                            }
                        });
        assertThat(problems.getFirst())
                .startsWith("a call path was recorded with different loop modes (");
    }

    @Test
    void wildIterationNumbersAreSummedAndCounted() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            try (Event _ = Recorder.event("main")) {
                                for (int iteration : new int[] {0, -1, 1_000_000_000, 2})
                                    try (Event _ = Recorder.event("step", Loop.EACH, iteration)) {
                                        clock.pass(1);
                                    }
                            }
                        });
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith(
                        "iteration numbers were negative or too far apart; these calls are part of"
                                + " the sums, but not stored by iteration, 2 times");
    }

    @Test
    void aClockThatStepsBackGivesNoNegativeTimes() throws Exception {
        List<String> problems = problemsOf(() -> Recorder.event("main", () -> clock.pass(-5)));
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("the clock stepped back; these events count as 0 ns (");
        assertThat(time("main")).isZero();
    }

    @Test
    void repetitionsBeyondTheLimitAreAddedToTheLast() throws Exception {
        List<String> problems =
                problemsOf(
                        clock.options(out).repetitionLimit(2).build(),
                        () -> {
                            for (int run = 1; run <= 4; run++) {
                                int time = run;
                                Recorder.event("main", () -> clock.pass(time));
                            }
                        });
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith(
                        "repetitions beyond repetition-limit were added to the last one, 2 times");
        Profile profile = Recordings.read(out);
        assertThat(profile.column("time").at(0, 0)).isEqualTo(1);
        assertThat(profile.column("time").at(1, 0)).isEqualTo(9);
    }

    @Test
    void whoKeepsOneRepetitionDoesNotHearOfTheOthers() throws Exception {
        List<String> problems =
                problemsOf(
                        clock.options(out).repetitionLimit(1).build(),
                        () -> {
                            for (int run = 0; run < 3; run++)
                                Recorder.event("main", () -> clock.pass(5));
                        });
        assertThat(problems).isEmpty();
        assertThat(time("main")).isEqualTo(15);
    }

    @Test
    void eventsBeyondTheDepthLimitAreLeftOut() throws Exception {
        List<String> problems =
                problemsOf(
                        clock.options(out).depthLimit(6).build(),
                        () -> {
                            List<Event> open = new java.util.ArrayList<>();
                            for (int level = 0; level < 9; level++) open.add(Recorder.event("e"));
                            clock.pass(5);
                            for (Event event : open.reversed()) event.close();
                        });
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("events nested deeper than depth-limit were not recorded, 3 times")
                .endsWith("limit 6)");
        assertThat(time("e/e/e/e/e/e")).isEqualTo(5);
        assertThat(Recordings.read(out).tree().size()).isEqualTo(6);
    }

    @Test
    @SuppressWarnings("NullAway") // what a program without null checks may do
    void eventsWithoutANameAreRecordedAsSuch() throws Exception {
        List<String> problems =
                problemsOf(
                        () -> {
                            for (String name : new String[] {"", null, ""})
                                try (Event _ = Recorder.event(name)) {
                                    clock.pass(2);
                                }
                        });
        assertThat(problems).singleElement().asString().startsWith("events had no name, 3 times");
    }

    @Test
    void misuseIsPartOfTheRecording() throws Exception {
        problemsOf(
                () -> {
                    Event event = Recorder.event("main");
                    event.close();
                    event.close();
                });
        assertThat(Recordings.read(out).metadata().get("recorder.misuse.twice").orElseThrow())
                .asString()
                .startsWith("once, at rank 0, treeline.record.events.MisuseTest");
    }
}
