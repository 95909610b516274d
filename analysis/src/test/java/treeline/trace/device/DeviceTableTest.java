package treeline.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.table.Table;
import treeline.trace.TableText;
import treeline.trace.path.CriticalPath;
import treeline.trace.path.CriticalPathTable;
import treeline.trace.waiting.WaitAnalysis;

import java.util.List;

class DeviceTableTest {
    private static double micros(Table table, String column, int row) {
        return Math.round(table.column(column).number(row) * 1e9) / 1e3;
    }

    @Test
    void idleTimeIsDueToTheLaunchUntilItStarts() {
        var drawn = new DrawnDevice("", "gemm 0 5-10 gemm 100 110-120");
        Table streams = DeviceTable.streams(List.of(drawn.work()), drawn.outline());
        assertThat(micros(streams, "busy", 0)).isEqualTo(15);
        assertThat(micros(streams, "launch_bound", 0)).isEqualTo(90);
        assertThat(micros(streams, "launching", 0)).isEqualTo(2);
        assertThat(micros(streams, "gaps", 0)).isEqualTo(8);
        assertThat(micros(streams, "unexplained", 0)).isZero();
    }

    @Test
    void gapsFromThirtyMicrosecondsOnAreUnexplained() {
        for (int gap : new int[] {29, 30}) {
            var drawn = new DrawnDevice("", "gemm 0 5-10 gemm 1 " + (10 + gap) + "-100");
            Table streams = DeviceTable.streams(List.of(drawn.work()), drawn.outline());
            assertThat(micros(streams, "gaps", 0)).isEqualTo(gap < 30 ? gap : 0);
            assertThat(micros(streams, "unexplained", 0)).isEqualTo(gap < 30 ? 0 : gap);
        }
    }

    @Test
    void otherStreamsExplainIdleTimeByCopiesAndCommunication() {
        var drawn = new DrawnDevice("", "gemm 0 5-10 gemm 2 75-80", "copy 0 10-30 reduce 1 30-70");
        Table streams = DeviceTable.streams(List.of(drawn.work()), drawn.outline());
        assertThat(micros(streams, "copy_bound", 0)).isEqualTo(20);
        assertThat(micros(streams, "communication_bound", 0)).isEqualTo(40);
        assertThat(micros(streams, "gaps", 0)).isEqualTo(5);
        Table devices = DeviceTable.devices(List.of(drawn.work()));
        assertThat(micros(devices, "idle", 0)).isEqualTo(5);
        assertThat(micros(devices, "communication", 0)).isEqualTo(40);
        assertThat(micros(devices, "overlap", 0)).isZero();
    }

    @Test
    void overlapIsCommunicationNextToComputation() {
        var drawn = new DrawnDevice("", "gemm 0 5-40", "reduce 1 30-70");
        assertThat(micros(DeviceTable.devices(List.of(drawn.work())), "overlap", 0)).isEqualTo(10);
    }

    @Test
    void kernelsHaveLaunchDelaysAndCopiesBandwidth() {
        var drawn = new DrawnDevice("", "gemm 0 5-6 copy 10 20-22 reduce ? 30-33");
        Table kernels = DeviceTable.kernels(List.of(drawn.work()), drawn.outline());
        assertThat(kernels.column("kernel").text(0)).isEqualTo("ncclKernel_AllReduce");
        assertThat(kernels.column("launch_delay").number(0)).isNaN();
        assertThat(micros(kernels, "launch_delay", 1)).isEqualTo(8);
        assertThat(kernels.column("bandwidth").number(1)).isEqualTo(2e9);
        assertThat(kernels.column("shorter_than_launch").number(2)).isEqualTo(1);
    }

    @Test
    void theQueueGrowsWithLaunchesAndShrinksWhenWorkStarts() {
        var drawn = new DrawnDevice("", "gemm 0 10-20 gemm 5 20-30");
        QueueLength queue = QueueLength.of(drawn.work(), 1);
        assertThat(queue.max()).isEqualTo(2);
        assertThat(queue.mean()).isEqualTo((5 * 1 + 5 * 2 + 10 * 1) / 20.0);
    }

    @Test
    void theCriticalPathGoesThroughLaunchesAndSynchronisation() {
        var drawn = new DrawnDevice("sync 60-91", "gemm 50 55-90");
        WaitAnalysis analysis = drawn.analysis(100);
        assertThat(
                        CriticalPath.of(
                                        analysis.traces(),
                                        analysis.operations(),
                                        analysis.pathWaits())
                                .segments())
                .containsExactly(
                        new CriticalPath.Segment(0, 0, 52 * DrawnDevice.MICRO),
                        new CriticalPath.Segment(1, 52 * DrawnDevice.MICRO, 90 * DrawnDevice.MICRO),
                        new CriticalPath.Segment(
                                0, 90 * DrawnDevice.MICRO, 100 * DrawnDevice.MICRO));
    }

    /// The first kernel starts 1 before its launching call ends, the second 4 after it. They take
    /// 2, which is not shorter than the call, and 4.
    @Test
    void ofAnEvenNumberTheMedianIsTheMeanOfTheMiddle() {
        var drawn = new DrawnDevice("", "gemm 0 1-3 gemm 10 16-20");
        Table kernels = DeviceTable.kernels(List.of(drawn.work()), drawn.outline());
        assertThat(micros(kernels, "median", 0)).isEqualTo(3);
        assertThat(micros(kernels, "launch_delay", 0)).isEqualTo((0 + 4) / 2.0);
        assertThat(kernels.column("shorter_than_launch").number(0)).isZero();
    }

    /// The thread is on the path until 52 and from 90 on, and the stream works for 35.
    @Test
    void meansAreOverThreadsOnly() {
        var drawn = new DrawnDevice("sync 60-91", "gemm 50 55-90");
        WaitAnalysis analysis = drawn.analysis(100);
        var path = CriticalPath.of(analysis.traces(), analysis.operations(), analysis.pathWaits());
        assertThat(
                        TableText.of(
                                CriticalPathTable.functions(
                                        path, analysis.traces(), drawn.outline()),
                                "function",
                                "seconds",
                                "mean"))
                .isEqualTo(
                        """
                        function,seconds,mean
                        main,6.2E-5,1.0E-4
                        gemm,3.5E-5,3.5E-5
                        """);
    }
}
