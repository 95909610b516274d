package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Frame;
import treeline.record.ranks.InProcessRanks;

import java.nio.file.Path;
import java.util.Locale;

class RecorderTest {
    @TempDir Path out;

    @ParameterizedTest
    @ValueSource(strings = {"database", "compact-text"})
    void theExampleOfThePaperIsRecordedAsItsFigure3(String format) throws Exception {
        InProcessRanks.run(
                2,
                ranks -> {
                    var clock = new ManualClock();
                    var options = clock.options(out).metrics("tag:0;mem:1").format(format).build();
                    try (Recorder _ = Recorder.start(options, ranks)) {
                        for (int run = 0; run < 2; run++) paperExample(clock, ranks.rank(), run);
                    }
                });
        Recordings.assertSame(
                Recordings.drawn(
                        """
                        metric time ns inclusive
                        path                loop  tag   rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main                -     -           345        348        353        356
                        main/compute        each  COMP  1+101+201  2+102+202  1+101+201  2+102+202
                        main/exchange       -     -            42         42         42         42
                        main/exchange/comm  sum   -            30         30         30         30
                        main/exchange/write sum   IO           12         12         12         12
                        main/update         -     COMP          -          -          8          8

                        metric calls count exclusive
                        path                rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main                        1          1          1          1
                        main/compute                3          3          3          3
                        main/exchange               1          1          1          1
                        main/exchange/comm          3          3          3          3
                        main/exchange/write         3          3          3          3
                        main/update                 -          -          1          1

                        metric mem count exclusive
                        path                rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main/compute            7+8+9      7+8+9      7+8+9      7+8+9
                        main/exchange/write       1.5        1.5        1.5        1.5
                        """),
                Recordings.read(out));
    }

    /// Figure 2 of the paper with known times.
    private static void paperExample(ManualClock clock, int rank, int run) {
        try (Event _ = Recorder.event("main")) {
            for (int i = 0; i < 3; i++)
                try (Event compute = Recorder.event("compute", Loop.EACH, i)) {
                    compute.put("tag", "COMP").add("mem", 7 + i);
                    clock.pass(100L * i + run + 1);
                }
            try (Event _ = Recorder.event("exchange")) {
                for (int i = 0; i < 3; i++) {
                    try (Event _ = Recorder.event("comm", Loop.SUM, i)) {
                        clock.pass(10);
                    }
                    try (Event write = Recorder.event("write", Loop.SUM, i)) {
                        write.put("tag", "IO").add("mem", 0.5);
                        clock.pass(4);
                    }
                }
            }
            if (rank % 2 == 1)
                try (Event update = Recorder.localEvent("update")) {
                    update.put("tag", "COMP");
                    clock.pass(8);
                }
        }
    }

    /// A Turkish `I` in lower case is not an `i`.
    @ParameterizedTest
    @ValueSource(strings = {"database", "compact-text"})
    void theLanguageOfTheUserDoesNotChangeTheRecording(String format) throws Exception {
        Locale own = Locale.getDefault();
        Locale.setDefault(Locale.of("tr", "TR"));
        try (Recorder _ =
                Recorder.start(RecorderOptions.to(out.toString()).with("format", format))) {
            Recorder.event("main", () -> Recorder.event("INIT", Loop.EACH, 1).close());
        } finally {
            Locale.setDefault(own);
        }
        var profile = Recordings.read(out);
        assertThat(profile.tree().path(1)).containsExactly("main", "INIT");
        assertThat(profile.tree().frame(1).kind()).isEqualTo(Frame.Kind.REGION);
    }

    @Test
    void anEventPairAllocatesNothing() {
        var threads =
                (com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean();
        var options = RecorderOptions.builder(out.toString()).metrics("mem:1").build();
        try (Recorder recorder = Recorder.start(options);
                Event _ = Recorder.event("main")) {
            MetricHandle mem = recorder.metric("mem");
            long allocated = Long.MAX_VALUE;
            for (int round = 0; round < 20; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 1000; i++)
                    try (Event event = Recorder.event("step", Loop.EACH, i)) {
                        event.add(mem, i);
                    }
                allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(allocated).isZero();
        }
    }

    @Test
    void aProgramOfOneProcessNeedsOnlyADirectoryAndNames() throws Exception {
        try (Recorder recorder = Recorder.start(out.toString())) {
            assertThat(recorder.isRecording()).isTrue();
            Recorder.event("main", () -> Recorder.event("solve", () -> Thread.sleep(2)));
            int answer = Recorder.event("answer", () -> 42);
            assertThat(answer).isEqualTo(42);
        }
        var profile = Recordings.read(out);
        assertThat(profile.tree().path(1)).containsExactly("main", "solve");
        assertThat(profile.column("time").at(0, 1)).isGreaterThan(2e6);
        assertThat(profile.contexts()).hasSize(1);
    }
}
