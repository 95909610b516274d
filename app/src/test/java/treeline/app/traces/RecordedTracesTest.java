package treeline.app.traces;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.formats.Formats;
import treeline.source.ProfileSource;
import treeline.testkit.TraceCalls;
import treeline.trace.waiting.WaitKind;
import treeline.trace.waiting.WaitStates;

import java.nio.file.Path;
import java.util.Objects;

/// Analyses of traces that the native recorder wrote under `mpirun`. `PreloadedTraceTest` of the
/// examples records the ring again.
class RecordedTracesTest {
    private static ProfileSource open(String name) throws Exception {
        var folder =
                Objects.requireNonNull(RecordedTracesTest.class.getResource("/traces/" + name));
        return Formats.all().open(Path.of(folder.toURI()).toString());
    }

    /// Rank 2 of 4 works 20 ms in each of ten iterations, the others 1 ms.
    @Test
    void ofARingTheSlowRankCausesTheWaitsAndIsOnTheCriticalPath() throws Exception {
        try (ProfileSource source = open("ring")) {
            TracedRun run = TracedRun.of(source);
            assertThat(run.messages().size()).isEqualTo(40);
            assertThat(run.messages().unmatchedSends()).isZero();
            assertThat(run.messages().unmatchedReceives()).isZero();
            for (int rank = 0; rank < 4; rank++)
                assertThat(run.bytesSent(rank)).isEqualTo(10 * 100 + 45);
            assertThat(TracedRun.largest(run.delayCosts())).isEqualTo(2);
            assertThat(TracedRun.largest(run.onCriticalPath("ringprogram"))).isEqualTo(2);
            assertThat(run.onCriticalPath("ringprogram")[2]).isGreaterThan(200_000_000);
            WaitStates waits = run.waits().waits();
            for (int i = 0; i < waits.size(); i++)
                if (waits.kind(i) == WaitKind.LATE_SENDER && waits.nanos(i) > 10_000_000)
                    assertThat(waits.context(i)).isEqualTo(3);
            assertThat(TraceCalls.ofTrace(source)).isEqualTo(TraceCalls.ofProfile(source));
        }
    }

    /// The example `jacobi.c` with most rows on rank 0.
    @Test
    void ofAnImbalancedJacobiTheRankWithMoreRowsCausesTheWaitsAndIsOnTheCriticalPath()
            throws Exception {
        try (ProfileSource source = open("jacobi")) {
            TracedRun run = TracedRun.of(source);
            assertThat(run.messages().size()).isEqualTo(10 * 2);
            assertThat(TracedRun.largest(run.delayCosts())).isZero();
            assertThat(TracedRun.largest(run.onCriticalPath("main/sweep"))).isZero();
            assertThat(TraceCalls.ofTrace(source)).isEqualTo(TraceCalls.ofProfile(source));
        }
    }

    /// The example of the same name in Java, under `mpirun`: its communicator has collective calls
    /// only.
    @Test
    void theSameHoldsForJava() throws Exception {
        try (ProfileSource source = open("jacobi-java")) {
            TracedRun run = TracedRun.of(source);
            assertThat(TracedRun.largest(run.waitedFor())).isZero();
            assertThat(run.waitedFor()[0]).isGreaterThan(50_000_000);
            assertThat(TracedRun.largest(run.onCriticalPath("main/sweep"))).isZero();
            assertThat(TraceCalls.ofTrace(source)).isEqualTo(TraceCalls.ofProfile(source));
        }
    }
}
