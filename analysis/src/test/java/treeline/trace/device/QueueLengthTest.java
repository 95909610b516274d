package treeline.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueLengthTest {
    private static QueueLength queue(String stream) {
        return QueueLength.of(new DrawnDevice("", stream).work(), 1);
    }

    @Test
    void atEqualTimesWorkIsLaunchedBeforeItStarts() {
        // The second is launched at 10, when the first starts.
        assertThat(queue("gemm 0 10-20 gemm 10 20-30")).isEqualTo(new QueueLength(1, 2));
        assertThat(queue("gemm 5 5-10")).isEqualTo(new QueueLength(1, 1));
    }

    @Test
    void theMeanIsWeightedByTime() {
        // 1 for 10, 2 for 20, 1 for 10 of 40.
        assertThat(queue("gemm 0 30-35 gemm 10 40-50")).isEqualTo(new QueueLength(1.5, 2));
    }

    @Test
    void workThatStartsBeforeItsLaunchDoesNotQueue() {
        assertThat(queue("gemm 9 5-10 gemm 6 15-20")).isEqualTo(new QueueLength(0.9, 1));
    }

    @Test
    void workOfUnknownLaunchIsIgnored() {
        assertThat(queue("gemm ? 10-20")).isEqualTo(new QueueLength(Double.NaN, 0));
        assertThat(queue("gemm ? 1-2 gemm 10 20-30")).isEqualTo(new QueueLength(1, 1));
    }
}
