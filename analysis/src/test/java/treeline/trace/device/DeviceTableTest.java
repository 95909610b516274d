package treeline.trace.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.TreeBuilder;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.Traces;
import treeline.table.Table;
import treeline.testkit.FakeLine;
import treeline.trace.communication.OperationSet;
import treeline.trace.path.CriticalPath;
import treeline.trace.waiting.WaitAnalysis;

import java.util.List;

class DeviceTableTest {
    private static final int MICRO = 1_000;

    /// Context 0 is the thread, 1 and 2 are streams; times are in microseconds.
    private static final class Drawn implements Interactions {
        private final Operations.Builder[] operations = {
            new Operations.Builder(), new Operations.Builder(), new Operations.Builder()
        };

        Drawn work(OperationKind kind, int stream, int node, int launch, int begin, int end) {
            operations[stream].add(kind, node, launch < 0 ? -1 : 0, -1, 0);
            operations[stream].call(
                    (long) launch * MICRO, (long) begin * MICRO, (long) end * MICRO);
            operations[stream].within((launch + 2L) * MICRO, (long) end * MICRO);
            operations[stream].bytes(kind == OperationKind.COPY ? 4_000 : 0, 0);
            return this;
        }

        Drawn synchronise(int begin, int end) {
            operations[0].add(OperationKind.SYNCHRONISE, 0, -1, -1, 0);
            operations[0].call((long) begin * MICRO, (long) begin * MICRO, (long) end * MICRO);
            operations[0].within((long) begin * MICRO, (long) end * MICRO);
            return this;
        }

        @Override
        public List<ProcessGroup> groups() {
            return List.of();
        }

        @Override
        public Operations of(int context) {
            return operations[context].build();
        }
    }

    private static final int MAIN = 0;
    private static final int GEMM = 1;
    private static final int REDUCE = 2;
    private static final int COPY = 3;

    private static Outline outline() {
        var tree = new TreeBuilder();
        int main = tree.child(TreeBuilder.ROOT, Frame.function("main"));
        for (String kernel : List.of("gemm", "ncclKernel_AllReduce", "Memcpy HtoD"))
            tree.child(main, new Frame(Frame.Kind.KERNEL, kernel, "", 0, ""));
        return new Outline(
                tree.build(),
                List.of(),
                List.of(
                        Context.ofThread(0, 0),
                        new Context("", 0, Context.NONE, 0, Context.NONE),
                        new Context("", 0, Context.NONE, 1, Context.NONE)),
                List.of(),
                List.of(),
                Metadata.NONE);
    }

    private static List<DeviceWork> work(Drawn drawn) {
        return DeviceWork.of(OperationSet.of(drawn, 3), outline());
    }

    private static double micros(Table table, String column, int row) {
        return Math.round(table.column(column).number(row) * 1e9) / 1e3;
    }

    @Test
    void idleTimeIsDueToTheLaunchUntilItStarts() {
        Drawn drawn =
                new Drawn()
                        .work(OperationKind.KERNEL, 1, GEMM, 0, 5, 10)
                        .work(OperationKind.KERNEL, 1, GEMM, 100, 110, 120);
        Table streams = DeviceTable.streams(work(drawn), outline());
        assertThat(micros(streams, "busy", 0)).isEqualTo(15);
        assertThat(micros(streams, "launch_bound", 0)).isEqualTo(90);
        assertThat(micros(streams, "gaps", 0)).isEqualTo(10);
        assertThat(micros(streams, "unexplained", 0)).isZero();
    }

    @Test
    void gapsFromThirtyMicrosecondsOnAreUnexplained() {
        for (int gap : new int[] {29, 30}) {
            Drawn drawn =
                    new Drawn()
                            .work(OperationKind.KERNEL, 1, GEMM, 0, 5, 10)
                            .work(OperationKind.KERNEL, 1, GEMM, 1, 10 + gap, 100);
            Table streams = DeviceTable.streams(work(drawn), outline());
            assertThat(micros(streams, "gaps", 0)).isEqualTo(gap < 30 ? gap : 0);
            assertThat(micros(streams, "unexplained", 0)).isEqualTo(gap < 30 ? 0 : gap);
        }
    }

    @Test
    void otherStreamsExplainIdleTimeByCopiesAndCommunication() {
        Drawn drawn =
                new Drawn()
                        .work(OperationKind.KERNEL, 1, GEMM, 0, 5, 10)
                        .work(OperationKind.COPY, 2, COPY, 0, 10, 30)
                        .work(OperationKind.KERNEL, 2, REDUCE, 1, 30, 70)
                        .work(OperationKind.KERNEL, 1, GEMM, 2, 75, 80);
        Table streams = DeviceTable.streams(work(drawn), outline());
        assertThat(micros(streams, "copy_bound", 0)).isEqualTo(20);
        assertThat(micros(streams, "communication_bound", 0)).isEqualTo(40);
        assertThat(micros(streams, "gaps", 0)).isEqualTo(5);
        Table processes = DeviceTable.processes(work(drawn));
        assertThat(micros(processes, "idle", 0)).isEqualTo(5);
        assertThat(micros(processes, "communication", 0)).isEqualTo(40);
        assertThat(micros(processes, "overlap", 0)).isZero();
    }

    @Test
    void overlapIsCommunicationNextToComputation() {
        Drawn drawn =
                new Drawn()
                        .work(OperationKind.KERNEL, 1, GEMM, 0, 5, 40)
                        .work(OperationKind.KERNEL, 2, REDUCE, 1, 30, 70);
        assertThat(micros(DeviceTable.processes(work(drawn)), "overlap", 0)).isEqualTo(10);
    }

    @Test
    void kernelsHaveLaunchDelaysAndCopiesBandwidth() {
        Drawn drawn =
                new Drawn()
                        .work(OperationKind.KERNEL, 1, GEMM, 0, 5, 6)
                        .work(OperationKind.COPY, 1, COPY, 10, 20, 22)
                        .work(OperationKind.KERNEL, 1, REDUCE, -1, 30, 33);
        Table kernels = DeviceTable.kernels(work(drawn), outline());
        assertThat(kernels.column("kernel").text(0)).isEqualTo("ncclKernel_AllReduce");
        assertThat(kernels.column("launch_delay").number(0)).isNaN();
        assertThat(micros(kernels, "launch_delay", 1)).isEqualTo(8);
        assertThat(kernels.column("bandwidth").number(1)).isEqualTo(2e9);
        assertThat(kernels.column("shorter_than_launch").number(2)).isEqualTo(1);
    }

    @Test
    void theQueueGrowsWithLaunchesAndShrinksWhenWorkStarts() {
        Drawn drawn =
                new Drawn()
                        .work(OperationKind.KERNEL, 1, GEMM, 0, 10, 20)
                        .work(OperationKind.KERNEL, 1, GEMM, 5, 20, 30);
        QueueLength queue = QueueLength.of(work(drawn).getFirst(), 1);
        assertThat(queue.max()).isEqualTo(2);
        assertThat(queue.mean()).isEqualTo((5 * 1 + 5 * 2 + 10 * 1) / 20.0);
    }

    @Test
    void theCriticalPathGoesThroughLaunchesAndSynchronisation() {
        Drawn drawn =
                new Drawn().work(OperationKind.KERNEL, 1, GEMM, 50, 55, 90).synchronise(60, 91);
        var traces =
                new Traces(
                        0,
                        100 * MICRO,
                        List.of(
                                FakeLine.of(0, 100 * MICRO, 0, MAIN),
                                FakeLine.of(1, 90 * MICRO, 55 * MICRO, GEMM, 90 * MICRO, -1)),
                        Traces.Detail.CALLS,
                        drawn,
                        List.of());
        WaitAnalysis analysis = WaitAnalysis.of(outline(), traces);
        assertThat(
                        CriticalPath.of(
                                        analysis.traces(),
                                        analysis.operations(),
                                        analysis.pathWaits())
                                .segments())
                .containsExactly(
                        new CriticalPath.Segment(0, 0, 52 * MICRO),
                        new CriticalPath.Segment(1, 52 * MICRO, 90 * MICRO),
                        new CriticalPath.Segment(0, 90 * MICRO, 100 * MICRO));
    }
}
