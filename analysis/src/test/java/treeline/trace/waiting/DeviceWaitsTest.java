package treeline.trace.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.device.DrawnDevice;

import java.util.List;
import java.util.stream.IntStream;

/// Context 0 is the thread, 1 and 2 are streams. A launching call takes 2.
class DeviceWaitsTest {
    /// `kind: who for whom begin+time` in microseconds, waits for a GPU or for a launch only.
    private static List<String> waits(WaitKind kind, String thread, String... streams) {
        return waits(kind, new DrawnDevice(thread, streams).analysis(200).waits());
    }

    private static List<String> waits(WaitKind kind, WaitStates waits) {
        return IntStream.range(0, waits.size())
                .filter(i -> waits.kind(i) == kind)
                .mapToObj(
                        i ->
                                "%d for %d %d+%d"
                                        .formatted(
                                                waits.context(i),
                                                waits.cause(i),
                                                waits.beginNanos(i) / DrawnDevice.MICRO,
                                                waits.nanos(i) / DrawnDevice.MICRO))
                .toList();
    }

    private static List<String> launches(String stream) {
        return waits(WaitKind.LAUNCH, "", stream);
    }

    private static List<String> synchronisations(String thread, String... streams) {
        return waits(WaitKind.GPU, thread, streams);
    }

    @Test
    void aStreamWaitsFromItsLastWorkUntilItsNextIsLaunched() {
        assertThat(launches("gemm 0 5-10 gemm 100 110-120"))
                .containsExactly("1 for 0 0+2", "1 for 0 10+92");
        assertThat(launches("gemm 0 5-10 gemm 8 12-20"))
                .as("the launching call ends at 10 too")
                .containsExactly("1 for 0 0+2");
        assertThat(launches("gemm 0 5-50 gemm 1 10-20 gemm 59 70-80"))
                .as("from the end of the longest")
                .containsExactly("1 for 0 0+2", "1 for 0 50+11");
        assertThat(launches("gemm ? 5-10 gemm ? 110-120")).isEmpty();
    }

    @Test
    void aGpuHasOneWaitAtATimeHoweverManyStreamsItHas() {
        assertThat(
                        waits(
                                WaitKind.LAUNCH,
                                "",
                                "gemm 0 5-50",
                                "copy 10 12-20 copy 80 90-95",
                                "copy 100 110-115"))
                .containsExactly("1 for 0 0+2", "2 for 0 50+32", "3 for 0 95+7");
    }

    @Test
    void onTheCriticalPathAStreamWaitsForTheStreamWhoseEndStartsItsWork() {
        WaitStates path =
                new DrawnDevice("", "gemm 0 5-50", "reduce 10 51-60").analysis(200).pathWaits();
        assertThat(waits(WaitKind.GPU, path)).containsExactly("2 for 1 12+38");
        assertThat(waits(WaitKind.LAUNCH, path)).containsExactly("1 for 0 0+2", "2 for 0 10+2");
        WaitStates independent =
                new DrawnDevice("", "gemm 0 5-14", "reduce 10 30-40").analysis(200).pathWaits();
        assertThat(waits(WaitKind.GPU, independent)).as("14 is nearer to 12 than to 30").isEmpty();
    }

    @Test
    void aThreadWaitsForTheLastWorkOfTheStreamsItLaunchedTo() {
        assertThat(synchronisations("sync 60-91", "gemm 0 5-80", "gemm 0 5-90"))
                .containsExactly("0 for 2 60+30");
        assertThat(synchronisations("sync 60-91", "gemm 0 5-80", "gemm 0 5-80"))
                .as("of equal ends, for the first stream")
                .containsExactly("0 for 1 60+20");
        assertThat(synchronisations("sync 60-91", "gemm 0 5-80", "gemm ? 5-90"))
                .as("another thread may have launched to stream 2")
                .containsExactly("0 for 1 60+20");
    }

    @Test
    void aThreadThatNamesAStreamWaitsForThatStream() {
        assertThat(synchronisations("sync:1 60-91", "gemm 0 5-80", "gemm 0 5-90"))
                .containsExactly("0 for 1 60+20");
    }

    @Test
    void aThreadDoesNotWaitForWorkThatHasEndedOrStartsLater() {
        assertThat(synchronisations("sync 60-91", "gemm 0 5-60")).isEmpty();
        assertThat(synchronisations("sync 60-91", "gemm 0 5-61")).containsExactly("0 for 1 60+1");
        assertThat(synchronisations("sync 60-91", "gemm 0 5-70 gemm 1 91-95"))
                .containsExactly("0 for 1 60+10");
        assertThat(synchronisations("sync 60-91", "gemm 0 5-70 gemm 1 90-95"))
                .as("until the call ends")
                .containsExactly("0 for 1 60+31");
        assertThat(synchronisations("sync 60-91", "gemm 0 5-80 gemm 1 10-70"))
                .as("until the end of the longest")
                .containsExactly("0 for 1 60+20");
        assertThat(synchronisations("sync:0 60-91", "gemm 0 5-80"))
                .as("a context without work")
                .isEmpty();
    }
}
