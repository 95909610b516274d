package treeline.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.trace.device.IdleReasons.Reason;

import java.util.Arrays;
import java.util.stream.Collectors;

class IdleReasonsTest {
    /// Microseconds by reason, of the first stream.
    private static String reasons(String... streams) {
        return text(IdleReasons.ofStream(new DrawnDevice("", streams).work(), 1));
    }

    private static String text(IdleReasons idle) {
        return Arrays.stream(Reason.values())
                .filter(reason -> idle.nanos(reason) != 0)
                .map(reason -> reason + " " + idle.nanos(reason) / DrawnDevice.MICRO)
                .collect(Collectors.joining(", "));
    }

    @Test
    void timesOfCopiesAndCommunicationTogetherCountOnce() {
        // The gap is 10 to 70. Copies fill 10 to 40, communication alone 40 to 60.
        assertThat(reasons("gemm 0 5-10 gemm 2 70-80", "copy 0 10-40", "reduce 0 20-60"))
                .isEqualTo("COPY 30, COMMUNICATION 20, SHORT_GAP 10");
    }

    @Test
    void theHostIsTheReasonUntilTheLaunchingCallReturns() {
        assertThat(reasons("gemm 0 5-10 gemm 40 70-80", "copy 0 20-60"))
                .as("10 to 40; the call until 42; then the copy until 60; then nothing")
                .isEqualTo("LAUNCH 30, LAUNCHING 2, COPY 18, SHORT_GAP 10");
        assertThat(reasons("gemm 0 5-10 gemm 10 20-30")).isEqualTo("LAUNCHING 2, SHORT_GAP 8");
        assertThat(reasons("gemm 0 5-10 gemm 11 20-30"))
                .isEqualTo("LAUNCH 1, LAUNCHING 2, SHORT_GAP 7");
        assertThat(reasons("gemm 0 5-10 gemm 99 70-80"))
                .as("a clock that says that it was launched after it had started")
                .isEqualTo("LAUNCH 60");
    }

    @Test
    void withoutTheLaunchThereIsNoHostTime() {
        assertThat(reasons("gemm ? 5-10 gemm ? 40-80")).isEqualTo("UNEXPLAINED 30");
        assertThat(reasons("gemm ? 5-10 gemm ? 39-80")).isEqualTo("SHORT_GAP 29");
    }

    @Test
    void ownWorkIsNotIdleTime() {
        assertThat(reasons("gemm 0 5-10 copy 0 10-20 reduce 0 20-30 gemm 0 30-40")).isEmpty();
        assertThat(reasons("gemm 0 5-50 gemm 0 10-20 gemm 0 60-70"))
                .as("idle from the end of the longest, 50")
                .isEqualTo("SHORT_GAP 10");
    }

    @Test
    void computationOfOtherStreamsIsNoReason() {
        assertThat(reasons("gemm 0 5-10 gemm 0 20-30", "gemm 0 10-20")).isEqualTo("SHORT_GAP 10");
    }

    @Test
    void aDeviceIsIdleIfAllItsStreamsAre() {
        var drawn = new DrawnDevice("", "gemm 0 5-10 gemm 50 60-70", "copy 0 8-40");
        IdleReasons idle = IdleReasons.of(drawn.work());
        assertThat(idle.spanNanos()).isEqualTo(65 * DrawnDevice.MICRO);
        assertThat(idle.busyNanos()).isEqualTo((35 + 10) * DrawnDevice.MICRO);
        assertThat(idle.idleNanos()).isEqualTo(20 * DrawnDevice.MICRO);
        assertThat(text(idle)).isEqualTo("LAUNCH 10, LAUNCHING 2, SHORT_GAP 8");
    }
}
