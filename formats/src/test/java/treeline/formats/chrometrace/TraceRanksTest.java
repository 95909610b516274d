package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Ranks, devices and streams in the structures that public traces have. A process is a rank, its
/// GPUs are devices of it, and the time of a device is never CPU time.
class TraceRanksTest {
    @TempDir Path folder;
    private String report = "";
    private Traces traces = Traces.NONE;
    private final List<String> events = new ArrayList<>();
    private double hostMicros;
    private double deviceMicros;

    // The truth is counted while a trace is drawn: no host slices overlap.

    private void op(int pid, int tid, double at, double duration) {
        hostMicros += duration;
        slice("cpu_op", "aten::mm", pid, tid, at, duration, "");
    }

    /// A launch, within the operator that began one microsecond before.
    private void launch(int pid, int tid, double at, int correlation) {
        slice("cuda_runtime", "cudaLaunchKernel", pid, tid, at, 1, correlation(correlation));
    }

    private void kernel(int device, int stream, double at, double duration, int correlation) {
        deviceMicros += duration;
        String args = "\"device\": %d, \"stream\": %d, ".formatted(device, stream);
        slice("kernel", "gemm", device, stream, at, duration, args + correlation(correlation));
    }

    private void sync(int device, int stream, double at, double duration) {
        slice("cuda_sync", "Context Sync", device, stream, at, duration, "\"stream\": -1");
    }

    private void slice(
            String category, String name, int pid, int tid, double at, double time, String args) {
        events.add(
                """
                {"ph": "X", "cat": "%s", "name": "%s", "pid": %d, "tid": %d, "ts": %s, "dur": %s, "args": {%s}}\
                """
                        .formatted(category, name, pid, tid, at, time, args));
    }

    private static String correlation(int id) {
        return "\"correlation\": " + id;
    }

    private void process(int pid, String name, String label) {
        events.add(
                """
                {"ph": "M", "name": "process_name", "pid": %d, "tid": 0, "args": {"name": "%s"}}\
                """
                        .formatted(pid, name));
        events.add(
                """
                {"ph": "M", "name": "process_labels", "pid": %d, "tid": 0, "args": {"labels": "%s"}}\
                """
                        .formatted(pid, label));
    }

    private Profile read(String distributed) throws IOException {
        String head = distributed.isEmpty() ? "" : "\"distributedInfo\": " + distributed + ", ";
        Path file =
                Files.writeString(
                        folder.resolve("run.json"),
                        "{%s\"traceEvents\": [%s]}".formatted(head, String.join(",\n", events)));
        try (ProfileSource source = new ChromeTraceFormat().open(Input.of(file))) {
            Profile profile = source.load(Slice.everything());
            report = source.report().entries().toString();
            traces = source.traces();
            assertThat(exclusive(profile, "time")).isCloseTo(hostMicros, within(1e-6));
            if (deviceMicros > 0)
                assertThat(exclusive(profile, "gpu time")).isCloseTo(deviceMicros, within(1e-6));
            return profile;
        }
    }

    private static double exclusive(Profile profile, String name) {
        Metric metric = profile.outline().metric(name).in(Metric.Scope.EXCLUSIVE);
        SparseRows rows = profile.column(metric).byContext();
        double sum = 0;
        for (int cell = 0; cell < rows.cells(); cell++) sum += rows.value(cell);
        return sum;
    }

    private static List<String> contexts(Profile profile) {
        return profile.contexts().stream().map(Context::toString).toList();
    }

    private static double gpu(Profile profile, String context) {
        int at = contexts(profile).indexOf(context);
        SparseRows rows =
                profile.column(profile.outline().metric("gpu time").in(Metric.Scope.EXCLUSIVE))
                        .byContext();
        double sum = 0;
        for (int cell = rows.start(at); cell < rows.end(at); cell++) sum += rows.value(cell);
        return sum;
    }

    /// As HTA's alexnet: rank 0 without a world size, kernels on two streams of GPU 0, and waiting
    /// on a row of the GPU that is of no stream.
    @Test
    void oneProcessWithOneGpuIsOneRank() throws IOException {
        process(2869224, "python", "CPU");
        process(0, "python", "GPU 0");
        op(2869224, 11, 0, 100);
        launch(2869224, 11, 1, 5);
        launch(2869224, 11, 3, 6);
        kernel(0, 7, 10, 30, 5);
        kernel(0, 20, 20, 50, 6);
        sync(0, -1, 40, 40);
        sync(0, 7, 80, 9);
        Profile profile = read("{\"rank\": 0}");
        assertThat(contexts(profile))
                .containsExactly("rank 0 stream 7", "rank 0 stream 20", "rank 0 thread 0");
        assertThat(gpu(profile, "rank 0 stream 20")).isEqualTo(50);
        assertThat(report)
                .contains(
                        "synchronisation shown on a device is ignored, 2 times (first: Context"
                                + " Sync)");
        assertThat(profile.outline().contextLabel("pid", 0)).isEqualTo("2869224");
        assertThat(profile.outline().contextLabel("device", 0)).isEqualTo("0");
    }

    @Test
    void oneProcessWithoutARankIsTheWholeProgram() throws IOException {
        op(4242, 1, 0, 100);
        launch(4242, 1, 1, 5);
        kernel(0, 7, 10, 30, 5);
        assertThat(contexts(read(""))).containsExactly("stream 7", "thread 0");
    }

    @Test
    void theOrderOfRowsDoesNotMatter() throws IOException {
        kernel(0, 7, 10, 30, 5);
        sync(0, -1, 40, 40);
        launch(4242, 1, 1, 5);
        op(4242, 1, 0, 100);
        process(0, "python", "GPU 0");
        process(4242, "python", "CPU");
        Profile profile = read("{\"rank\": 3, \"world_size\": 8}");
        assertThat(contexts(profile)).containsExactly("rank 3 stream 7", "rank 3 thread 0");
        assertThat(profile.tree().path(profile.tree().size() - 1).toString()).contains("gemm");
    }

    @Test
    void aSecondGpuWithTheSameStreamsGetsOtherNumbers() throws IOException {
        process(0, "python", "GPU 0");
        process(1, "python", "GPU 1");
        op(4242, 1, 0, 100);
        launch(4242, 1, 1, 5);
        launch(4242, 1, 3, 6);
        kernel(0, 7, 10, 30, 5);
        kernel(1, 7, 10, 40, 6);
        kernel(1, 9, 50, 1, 6);
        Profile profile = read("");
        assertThat(contexts(profile))
                .containsExactly("stream 7", "stream 9", "stream 10", "thread 0");
        assertThat(gpu(profile, "stream 10")).isEqualTo(40);
        assertThat(profile.outline().contextLabel("device", 2)).isEqualTo("1");
        assertThat(profile.outline().contextLabel("stream", 2)).isEqualTo("7");
    }

    /// All four show their kernels in the same row, and two of them have the same correlation ids.
    @Test
    void processesThatShareAGpuHaveStreamsOfTheirOwn() throws IOException {
        for (int process = 0; process < 4; process++) {
            op(100 + process, 1, process * 1000, 100);
            launch(100 + process, 1, process * 1000 + 1, process < 2 ? process : 77);
        }
        kernel(0, 7, 10, 1, 0);
        kernel(0, 7, 1010, 2, 1);
        kernel(0, 7, 2010, 3, 77);
        kernel(0, 7, 3010, 4, 77);
        Profile profile = read("");
        assertThat(contexts(profile))
                .containsExactly(
                        "rank 0 stream 7",
                        "rank 0 thread 0",
                        "rank 1 stream 7",
                        "rank 1 thread 0",
                        "rank 2 stream 7",
                        "rank 2 thread 0",
                        "rank 3 stream 7",
                        "rank 3 thread 0");
        for (int rank = 0; rank < 4; rank++)
            assertThat(gpu(profile, "rank %d stream 7".formatted(rank))).isEqualTo(rank + 1);
        assertThat(traces.lines())
                .extracting(TraceLine::context)
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    /// In a container the program may be process 1, as GPU 1 is.
    @Test
    void aProcessMayHaveTheNumberOfAGpu() throws IOException {
        process(1, "python", "CPU");
        process(1, "python", "GPU 1");
        op(1, 1, 0, 100);
        launch(1, 1, 1, 5);
        kernel(1, 7, 10, 30, 5);
        assertThat(contexts(read(""))).containsExactly("stream 7", "thread 0");
    }

    @Test
    void workWithoutALaunchBelongsToTheProcessThatUsesTheDeviceMost() throws IOException {
        op(100, 1, 0, 100);
        op(200, 1, 0, 100);
        launch(200, 1, 1, 5);
        kernel(0, 7, 10, 30, 5);
        kernel(0, 7, 50, 3, 99);
        Profile profile = read("");
        assertThat(contexts(profile))
                .containsExactly("rank 0 thread 0", "rank 1 stream 7", "rank 1 thread 0");
        assertThat(report)
                .contains(
                        "the process of device work is unknown; attributed to the process that"
                                + " uses");
    }

    @Test
    void devicesAloneAreOneProgram() throws IOException {
        kernel(0, 7, 10, 30, 5);
        kernel(1, 8, 10, 30, 6);
        hostMicros = 0;
        Path file =
                Files.writeString(folder.resolve("run.json"), "[" + String.join(",", events) + "]");
        try (ProfileSource source = new ChromeTraceFormat().open(Input.of(file))) {
            Profile profile = source.load(Slice.everything());
            assertThat(contexts(profile)).containsExactly("stream 7", "stream 8");
            assertThat(profile.metrics())
                    .extracting(Metric::name)
                    .containsExactly("gpu time", "calls");
            assertThat(profile.outline().defaultMetric().name()).isEqualTo("gpu time");
        }
    }

    @Test
    void ranksMayBeInTheNamesOfProcesses() throws IOException {
        process(70, "rank 2", "");
        process(71, "rank 0", "");
        op(70, 1, 0, 100);
        op(71, 1, 0, 50);
        assertThat(contexts(read(""))).containsExactly("rank 0 thread 0", "rank 2 thread 0");
    }

    @Test
    void aSliceWithoutADurationIsCountedAndLeftOut() throws IOException {
        op(4242, 1, 0, 100);
        events.add("{\"ph\": \"X\", \"name\": \"a\", \"pid\": 4242, \"tid\": 1, \"ts\": 5}");
        events.add(
                "{\"ph\": \"X\", \"name\": \"b\", \"pid\": 4242, \"tid\": 1, \"ts\": 6, \"tdur\":"
                        + " 3}");
        Profile profile = read("");
        assertThat(profile.tree().size()).isOne();
        assertThat(report)
                .contains("skipped a slice of phase X without a duration, 2 times (first: a)");
    }

    /// Own sums of the public trace: host slices that lie in no other, and all work of the device.
    @Test
    void rowsOfJaxDevicesAreStreamsOfTheProgram() throws IOException {
        Stream.of(
                        "{\"ph\": \"M\", \"pid\": 1, \"name\": \"process_name\", \"args\":"
                                + " {\"name\": \"/device:GPU:0\"}}",
                        "{\"ph\": \"M\", \"pid\": 701, \"name\": \"process_name\", \"args\":"
                                + " {\"name\": \"/host:CPU\"}}",
                        "{\"ph\": \"X\", \"pid\": 1, \"tid\": 14, \"ts\": 5, \"dur\": 2, \"name\":"
                                + " \"fusion\"}",
                        "{\"ph\": \"X\", \"pid\": 1, \"tid\": 15, \"ts\": 5, \"dur\": 1, \"name\":"
                                + " \"MemcpyH2D\"}",
                        "{\"ph\": \"X\", \"pid\": 701, \"tid\": 8, \"ts\": 1, \"dur\": 9, \"name\":"
                                + " \"step\"}")
                .forEach(events::add);
        hostMicros = 9;
        deviceMicros = 3;
        assertThat(contexts(read(""))).containsExactly("stream 14", "stream 15", "thread 0");
    }
}
