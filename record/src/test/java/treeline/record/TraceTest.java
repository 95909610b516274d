package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata.Value;
import treeline.record.ranks.InProcessRanks;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.TraceCalls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The option `trace` of the Java recorder.
class TraceTest {
    @TempDir Path folder;

    private RecorderOptions.Builder traced() {
        return RecorderOptions.builder(folder.resolve("out").toString()).trace(true);
    }

    private ProfileSource open() throws IOException {
        return new DatabaseFormat().open(Input.of(folder.resolve("out").toString()));
    }

    private List<String> traceFiles() throws IOException {
        try (var files = Files.list(folder.resolve("out"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".tltrace"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyCallIsInTheTraceWithItsTimes() throws Exception {
        var clock = new ManualClock();
        try (Recorder _ =
                Recorder.start(clock.options(folder.resolve("out")).trace(true).build())) {
            clock.pass(5);
            for (int i = 0; i < 2; i++)
                try (Event _ = Recorder.event("main")) {
                    clock.pass(10);
                    try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                        clock.pass(100);
                    }
                    clock.pass(1);
                }
        }
        try (ProfileSource source = open()) {
            Traces traces = source.traces();
            assertThat(source.report().entries()).isEmpty();
            assertThat(traces.detail()).isEqualTo(Traces.Detail.CALLS);
            assertThat(samples(traces.lines().getFirst()))
                    .containsExactly(
                            "5 0", "15 1", "115 0", "116 -1", "116 0", "126 1", "226 0", "227 -1");
            assertThat(traces.endNanos()).isEqualTo(227);
            assertThat(traces.originNanos()).isPositive();
            assertThat(TraceCalls.ofTrace(source))
                    .isEqualTo(TraceCalls.ofProfile(source))
                    .containsExactly("main 0 2 222", "main/step 0 2 200");
            assertThat(source.outline().metadata().get("trace.clock.error.ns"))
                    .contains(new Value.Whole(0));
        }
    }

    private static List<String> samples(TraceLine line) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < line.samples(); i++) all.add(line.nanos(i) + " " + line.node(i));
        return all;
    }

    @Test
    void threadsHaveLinesOfTheirOwn() throws Exception {
        try (Recorder _ = Recorder.start(traced().build());
                Event _ = Recorder.event("main")) {
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < 3; i++)
                workers.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            for (int call = 0; call < 5_000; call++)
                                                Recorder.event("work", () -> {});
                                        }));
            for (Thread worker : workers) worker.join();
        }
        try (ProfileSource source = open()) {
            assertThat(source.traces().lines()).hasSizeBetween(2, 4);
            assertThat(source.traces().samples()).isEqualTo(2 + 3 * 10_000);
            assertThat(TraceCalls.ofTrace(source)).isEqualTo(TraceCalls.ofProfile(source));
        }
    }

    @Test
    void eventsBeyondTheLimitAreCountedAndStillInTheProfile() throws Exception {
        Recorder recorder = Recorder.start(traced().traceEvents(3).build());
        for (int i = 0; i < 2; i++)
            try (Event _ = Recorder.event("main")) {
                for (int step = 0; step < 2; step++) Recorder.event("step", () -> {});
            }
        recorder.close();
        assertThat(recorder.report().problems())
                .anyMatch(
                        line -> line.contains("missing in the trace") && line.contains("3 times"));
        try (ProfileSource source = open()) {
            assertThat(source.traces().samples()).isEqualTo(6);
            assertThat(TraceCalls.ofTrace(source))
                    .allMatch(row -> row.matches("main 0 1 \\d+|main/step 0 2 \\d+"));
            assertThat(TraceCalls.ofProfile(source))
                    .allMatch(row -> row.matches("main 0 2 \\d+|main/step 0 4 \\d+"));
            assertThat(source.outline().metadata().get("recorder.misuse.trace_full")).isPresent();
        }
    }

    @Test
    void collectiveCallsOfTheCommunicatorAreOperations() throws Exception {
        InProcessRanks.run(
                3,
                ranks -> {
                    try (Recorder _ = Recorder.start(traced().build(), ranks);
                            Event _ = Recorder.event("main")) {
                        ranks.barrier();
                        ranks.broadcast(new byte[8], 1);
                        ranks.allgather(new byte[4]);
                    }
                });
        assertThat(traceFiles()).hasSize(3);
        try (ProfileSource source = open()) {
            Operations second = source.traces().interactions().of(1);
            assertThat(second.size()).isEqualTo(3);
            assertThat(second.kind(0)).isEqualTo(OperationKind.BARRIER);
            assertThat(second.kind(1)).isEqualTo(OperationKind.BROADCAST);
            assertThat(second.peer(1)).isEqualTo(1);
            assertThat(second.bytesSent(1)).isEqualTo(8);
            assertThat(source.traces().interactions().of(0).bytesReceived(1)).isEqualTo(8);
            assertThat(second.kind(2)).isEqualTo(OperationKind.ALLGATHER);
            assertThat(source.outline().tree().path(second.node(2)))
                    .containsExactly("main", "allgather");
            assertThat(source.traces().interactions().groups().getFirst().members())
                    .containsExactly(0, 1, 2);
            assertThat(TraceCalls.ofTrace(source)).isEqualTo(TraceCalls.ofProfile(source));
        }
    }

    @Test
    void aRecordingThatReplacesAnotherReplacesItsTraces() throws Exception {
        for (int run = 0; run < 2; run++)
            try (Recorder _ = Recorder.start(traced().replace(true).build())) {
                Recorder.event("main", () -> {});
            }
        assertThat(traceFiles()).hasSize(1);
        try (ProfileSource source = open()) {
            assertThat(source.traces().samples()).isEqualTo(2);
        }
    }

    @Test
    void withoutTheOptionThereIsNoTrace() throws Exception {
        try (Recorder _ = Recorder.start(folder.resolve("out").toString())) {
            Recorder.event("main", () -> {});
        }
        assertThat(traceFiles()).isEmpty();
        try (ProfileSource source = open()) {
            assertThat(source.traces().isEmpty()).isTrue();
        }
    }
}
