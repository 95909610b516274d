package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Outline;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.trace.Counter;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What traces know about GPUs: kernels and copies with their launches, waits and counters.
class TraceOperationsTest {
    private static final String LAUNCH =
            """
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 4, "tid": 4, "ts": 12, "dur": 5, "args": {"correlation": 77}},
            """;
    private static final String KERNEL =
            """
            {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 40, "dur": 30, "args": {"correlation": 77}},
            """;
    private static final String COPY =
            """
            {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy DtoH (Device -> Pinned)", "pid": 0, "tid": 7, "ts": 80, "dur": 2, "args": {"correlation": 78, "bytes": 4096}},
            """;

    @TempDir Path folder;
    private @Nullable Outline read;

    @Test
    void aKernelIsAnOperationOfItsStreamWithTheCallThatLaunchedIt() throws IOException {
        Traces traces = traces(LAUNCH + KERNEL);
        Operations operations = traces.interactions().of(stream(7));
        assertThat(operations.size()).isOne();
        assertThat(operations.kind(0)).isEqualTo(OperationKind.KERNEL);
        assertThat(operations.postedNanos(0)).isZero();
        assertThat(operations.startedNanos(0)).isEqualTo(5_000);
        assertThat(operations.beginNanos(0)).isEqualTo(28_000);
        assertThat(operations.endNanos(0)).isEqualTo(58_000);
        assertThat(outline().contexts().get(operations.peer(0)))
                .isEqualTo(Context.ofThread(Context.NONE, 0));
        assertThat(operations.tag(0)).isEqualTo(77);
        assertThat(outline().tree().name(operations.node(0))).isEqualTo("gemm");
        assertThat(traces.interactions().of(operations.peer(0)).size()).isZero();
    }

    @Test
    void beginAndEndEventsAreLaunchesToo() throws IOException {
        Traces traces =
                traces(
                        """
                        {"ph": "B", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 4, "tid": 4, "ts": 12, "args": {"correlation": 77}},
                        {"ph": "E", "cat": "cuda_runtime", "pid": 4, "tid": 4, "ts": 17},
                        """
                                + KERNEL);
        assertThat(traces.interactions().of(stream(7)).startedNanos(0)).isEqualTo(5_000);
    }

    @Test
    void copiesHaveTheirBytesAndMayLackTheirLaunch() throws IOException {
        Operations operations = traces(LAUNCH + KERNEL + COPY).interactions().of(stream(7));
        assertThat(operations.kind(1)).isEqualTo(OperationKind.COPY);
        assertThat(operations.bytesSent(1)).isEqualTo(4096);
        assertThat(operations.peer(1)).isEqualTo(Operations.ABSENT);
        assertThat(operations.tag(1)).isZero();
        assertThat(operations.postedNanos(1)).isEqualTo(operations.beginNanos(1));
        assertThat(operations.bytesSent(0)).isZero();
    }

    @Test
    void operationsAreInTheOrderOfTheirEnds() throws IOException {
        String inner = KERNEL.replace("gemm", "short").replace("\"dur\": 30", "\"dur\": 10");
        Operations operations = traces(KERNEL + inner).interactions().of(stream(7));
        assertThat(operations.endNanos(0)).isEqualTo(10_000);
        assertThat(operations.endNanos(1)).isEqualTo(30_000);
    }

    @Test
    void callsThatWaitForADeviceAreOperationsOfTheirThread() throws IOException {
        Traces traces =
                traces(
                        LAUNCH
                                + KERNEL
                                + """
                                {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 4, "tid": 4, "ts": 20, "dur": 51, "args": {"correlation": 90}},
                                {"ph": "X", "cat": "cuda_runtime", "name": "cudaStreamSynchronize", "pid": 4, "tid": 4, "ts": 72, "dur": 3, "args": {"correlation": 91}},
                                {"ph": "X", "cat": "cuda_sync", "name": "Stream Sync", "pid": 0, "tid": 7, "ts": 72, "dur": 3, "args": {"correlation": 91}},
                                """);
        Operations operations = traces.interactions().of(thread());
        assertThat(operations.size()).isEqualTo(2);
        assertThat(operations.kind(0)).isEqualTo(OperationKind.SYNCHRONISE);
        assertThat(operations.peer(0)).as("all streams").isEqualTo(Operations.ABSENT);
        assertThat(operations.beginNanos(0)).isEqualTo(8_000);
        assertThat(operations.endNanos(0)).isEqualTo(59_000);
        assertThat(operations.peer(1)).isEqualTo(stream(7));
    }

    @Test
    void countersAreSeriesOfTheirProcess() throws IOException {
        Traces traces =
                traces(
                        LAUNCH
                                + """
                                {"args": {"value": 3}, "ph": "C", "name": "queue", "pid": 4, "ts": 20},
                                {"ph": "C", "name": "queue", "pid": 4, "ts": 15, "args": {"value": 1}},
                                {"ph": "C", "name": "memory", "pid": 9, "ts": 30, "args": {"used": 1.5, "free": 2, "of": "all"}},
                                """);
        assertThat(traces.counters())
                .map(Counter::name)
                .containsExactly("queue", "memory used", "memory free");
        Counter queue = traces.counters().getFirst();
        assertThat(queue.context()).isEqualTo(thread());
        assertThat(queue.nanos(0)).isEqualTo(3_000);
        assertThat(queue.value(0)).isOne();
        assertThat(queue.value(1)).isEqualTo(3);
        assertThat(traces.counters().getLast().context()).isEqualTo(Counter.WHOLE_RUN);
        assertThat(traces.endNanos()).isEqualTo(18_000);
    }

    /// As older versions of rocprof write it: no categories, rows named after devices.
    @Test
    void flowsLinkWorkOfADeviceToItsLaunch() throws IOException {
        String rows =
                """
                {"ph": "M", "pid": 6, "name": "process_name", "args": {"name": "GPU0"}},
                {"ph": "s", "cat": "DataFlow", "id": 3, "pid": 2, "tid": 5, "ts": 11, "name": "dep"},
                {"ph": "t", "cat": "DataFlow", "id": 3, "pid": 6, "tid": 0, "ts": 40, "name": "dep"},
                {"ph": "X", "name": "main", "pid": 2, "tid": 5, "ts": 0, "dur": 90},
                {"ph": "X", "name": "hipLaunchKernel", "pid": 2, "tid": 5, "ts": 10, "dur": 6},
                {"ph": "X", "name": "stencil", "pid": 6, "tid": 0, "ts": 40, "dur": 20},
                """;
        assertLinked(traces(rows), 10_000, 16_000);
        String next =
                rows.replace("\"ph\": \"t\"", "\"ph\": \"f\"")
                        .replace("\"ts\": 40, \"name\": \"dep\"", "\"ts\": 39, \"name\": \"dep\"");
        assertLinked(traces(next), 10_000, 16_000);
        String repeated =
                rows
                        + "{\"ph\": \"s\", \"cat\": \"DataFlow\", \"id\": 3, \"pid\": 2, \"tid\":"
                        + " 5, \"ts\": 70, \"name\": \"dep\"},";
        assertLinked(traces(repeated), 10_000, 16_000);
    }

    @Test
    void aFlowMayBeTheBindIdOfSlices() throws IOException {
        assertLinked(
                traces(
                        """
                        {"ph": "M", "pid": 6, "name": "process_name", "args": {"name": "GPU0"}},
                        {"ph": "X", "name": "stencil", "pid": 6, "tid": 0, "ts": 40, "dur": 20, "bind_id": "0x3", "flow_in": true},
                        {"ph": "X", "name": "main", "pid": 2, "tid": 5, "ts": 0, "dur": 90},
                        {"ph": "X", "name": "hipLaunchKernel", "pid": 2, "tid": 5, "ts": 10, "dur": 6, "bind_id": "0x3", "flow_out": true},
                        """),
                10_000,
                16_000);
    }

    private void assertLinked(Traces traces, long posted, long started) {
        Operations operations = traces.interactions().of(stream(0));
        assertThat(operations.size()).isOne();
        assertThat(operations.kind(0)).isEqualTo(OperationKind.KERNEL);
        assertThat(operations.postedNanos(0)).isEqualTo(posted);
        assertThat(operations.startedNanos(0)).isEqualTo(started);
        assertThat(operations.peer(0)).isEqualTo(thread());
        int launch = outline().tree().parent(operations.node(0));
        assertThat(outline().tree().name(launch)).isEqualTo("hipLaunchKernel");
    }

    @Test
    void jaxNamesCorrelationsDifferently() throws IOException {
        Traces traces =
                traces(
                        """
                        {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}},
                        {"ph": "X", "name": "MemcpyH2D", "pid": 701, "tid": 3, "ts": 10, "dur": 2, "args": {"correlation_id": "6"}},
                        {"ph": "X", "name": "MemcpyH2D", "pid": 1, "tid": 15, "ts": 20, "dur": 1, "args": {"correlation_id": "6", "memcpy_details": "kind_src:pinned size:4 dest:0"}},
                        """);
        Operations operations = traces.interactions().of(stream(15));
        assertThat(operations.kind(0)).isEqualTo(OperationKind.COPY);
        assertThat(operations.bytesSent(0)).isEqualTo(4);
        assertThat(operations.startedNanos(0)).isEqualTo(2_000);
        assertThat(operations.peer(0)).isEqualTo(thread());
    }

    @Test
    void everyBeginAndEndIsASample() throws IOException {
        Traces traces =
                traces(
                        """
                        {"ph": "X", "name": "main", "pid": 1, "tid": 1, "ts": 0, "dur": 10},
                        {"ph": "X", "name": "step", "pid": 1, "tid": 1, "ts": 0, "dur": 4},
                        {"ph": "X", "name": "step", "pid": 1, "tid": 1, "ts": 4, "dur": 4},
                        {"ph": "X", "name": "mark", "pid": 1, "tid": 1, "ts": 9, "dur": 0},
                        """);
        assertThat(traces.detail()).isEqualTo(Traces.Detail.CALLS);
        assertThat(samples(traces.lines().getFirst()))
                .containsExactly(
                        "0 main", "0 step", "4 main", "4 step", "8 main", "9 mark", "9 main",
                        "10 none");
    }

    @Test
    void twoEqualKernelsWithoutAGapAreTwoCalls() throws IOException {
        String second =
                KERNEL.replace("\"ts\": 40", "\"ts\": 70").replace("\"dur\": 30", "\"dur\": 1");
        Traces traces = traces(KERNEL + second);
        assertThat(samples(traces.lines().getFirst()))
                .containsExactly("0 gemm", "30 none", "30 gemm", "31 none");
    }

    /// Against the events themselves: 32 kernels and 32 fills, each launched before it starts.
    @Test
    void aTraceOfPyTorchHasAllOfItsLaunches() throws IOException {
        Path file = TestData.require("gpu/gpu-bound.json.gz");
        try (ProfileSource source = new ChromeTraceFormat().open(Input.of(file))) {
            read = source.outline();
            Operations work = source.traces().interactions().of(stream(7));
            int kernels = 0;
            for (int i = 0; i < work.size(); i++) {
                if (work.kind(i) == OperationKind.KERNEL) kernels++;
                assertThat(outline().contexts().get(work.peer(i)).stream()).isEqualTo(Context.NONE);
                assertThat(work.postedNanos(i)).isLessThan(work.beginNanos(i));
                assertThat(work.postedNanos(i)).isLessThan(work.startedNanos(i));
            }
            assertThat(kernels).isEqualTo(32);
            assertThat(work.size()).isEqualTo(64);
            Operations waits = source.traces().interactions().of(thread());
            assertThat(waits.size()).isEqualTo(2);
            assertThat(waits.endNanos(0) - waits.beginNanos(0)).isEqualTo(16_830_794);
        }
    }

    private Outline outline() {
        return Objects.requireNonNull(read);
    }

    private List<String> samples(TraceLine line) {
        List<String> samples = new ArrayList<>();
        for (int i = 0; i < line.samples(); i++)
            samples.add(
                    line.nanos(i) / 1000
                            + " "
                            + (line.node(i) == TraceLine.NO_NODE
                                    ? "none"
                                    : outline().tree().name(line.node(i))));
        return samples;
    }

    private int stream(int number) {
        for (int i = 0; i < outline().contexts().size(); i++)
            if (outline().contexts().get(i).stream() == number) return i;
        throw new AssertionError("no stream " + number + " in " + outline().contexts());
    }

    private int thread() {
        for (int i = 0; i < outline().contexts().size(); i++)
            if (outline().contexts().get(i).stream() == Context.NONE) return i;
        throw new AssertionError("no thread in " + outline().contexts());
    }

    private Traces traces(String events) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "[" + events + "{}]");
        try (ProfileSource source = new ChromeTraceFormat().open(Input.of(file))) {
            read = source.outline();
            return source.traces();
        }
    }
}
