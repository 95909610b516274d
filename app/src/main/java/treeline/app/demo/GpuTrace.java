package treeline.app.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A trace of a training program with one GPU, as Chrome trace events with PyTorch's categories.
/// The clock is simulated.
///
/// A loader thread prepares batches more slowly than the GPU consumes them. The main thread waits
/// for each batch, launches kernels on stream 7 and waits for them, so the GPU is idle for about
/// half of the run. Copies to the GPU use stream 20. Launches and device work share a correlation
/// id and are connected by flow events.
final class GpuTrace {
    private static final int STEPS = 10;
    private static final int PROCESS = 4242;
    private static final int MAIN = 4242;
    private static final int LOADER = 4243;
    private static final int GPU = 0;
    private static final int COMPUTE = 7;
    private static final int COPY = 20;
    private static final String ANNOTATION = "user_annotation";
    private static final String PYTHON = "python_function";
    private static final int LAUNCH_MICROS = 20;

    private final Random random = new Random(1);
    private final List<String> events = new ArrayList<>();
    private int correlation = 100;

    /// Time at which the previous work on a stream ends, in microseconds.
    private long computeFree;

    private GpuTrace() {}

    static String json() {
        var trace = new GpuTrace();
        trace.name("process_name", PROCESS, MAIN, "python train.py");
        trace.name("thread_name", PROCESS, MAIN, "main");
        trace.name("thread_name", PROCESS, LOADER, "loader");
        trace.name("process_name", GPU, COMPUTE, "GPU 0");
        trace.name("thread_name", GPU, COMPUTE, "stream 7");
        trace.name("thread_name", GPU, COPY, "stream 20");
        long now = 0;
        for (int step = 0; step < STEPS; step++) now = trace.step(now);
        return """
        {
        "schemaVersion": 1,
        "otherData": {"program": "train.py", "clock": "simulated"},
        "traceEvents": [
        %s
        ]
        }
        """
                .formatted(String.join(",\n", trace.events));
    }

    /// @return start of the next step
    private long step(long start) {
        long loaded = load(start);
        long forward = loaded + 200;
        slice("queue.py(171): get", PYTHON, MAIN, start + 50, loaded + 100);
        slice("sem_wait", PYTHON, MAIN, start + 60, loaded + 90);
        long backward = operators("forward", forward, List.of("conv2d", "relu", "linear"));
        long optimizer = operators("backward", backward, List.of("conv2d_backward", "matmul"));
        long launched = operators("optimizer", optimizer, List.of("adam"));
        long end = Math.max(launched + 200, computeFree + 50);
        slice("cudaStreamSynchronize", "cuda_runtime", MAIN, launched + 50, end);
        slice("training_step", ANNOTATION, MAIN, start, end + 100);
        return end + 200;
    }

    /// The loader decodes a batch and copies it to the GPU.
    ///
    /// @return time at which the batch is on the GPU
    private long load(long start) {
        long decoded = start + 100 + duration(38_000);
        long augmented = decoded + duration(12_000);
        slice("loader.py(21): decode", PYTHON, LOADER, start + 100, decoded);
        slice("loader.py(34): augment", PYTHON, LOADER, decoded, augmented);
        long launch = augmented + 100;
        slice("loader.py(12): load_batch", PYTHON, LOADER, start + 50, launch + 100);
        return deviceWork("cudaMemcpyAsync", LOADER, launch, launch + 60, copy(duration(4_000)));
    }

    /// Operators of one phase, each of which launches one kernel.
    ///
    /// @return end of the phase
    private long operators(String phase, long start, List<String> operators) {
        long now = start + 20;
        for (String operator : operators) {
            long launch = now + 100;
            Work kernel = kernel(operator);
            long end =
                    deviceWork(
                            "cudaLaunchKernel",
                            MAIN,
                            launch,
                            Math.max(launch + 30, computeFree),
                            kernel);
            computeFree = end;
            slice("aten::" + operator, "cpu_op", MAIN, now, launch + 150);
            now = launch + 200;
        }
        slice(phase, ANNOTATION, MAIN, start, now);
        return now + 20;
    }

    /// Work of a device.
    private record Work(String name, String category, int stream, long micros) {}

    private Work kernel(String operator) {
        long micros =
                switch (operator) {
                    case "conv2d" -> duration(9_000);
                    case "conv2d_backward" -> duration(19_000);
                    case "matmul", "linear" -> duration(6_000);
                    default -> duration(1_500);
                };
        return new Work(operator + "_kernel", "kernel", COMPUTE, micros);
    }

    private static Work copy(long micros) {
        return new Work("Memcpy HtoD (Pinned -> Device)", "gpu_memcpy", COPY, micros);
    }

    /// A call of the CUDA runtime and the device work that it launches.
    ///
    /// @return end of the device work
    private long deviceWork(String call, int thread, long launch, long start, Work work) {
        int id = correlation++;
        long end = start + work.micros;
        add(call, "cuda_runtime", PROCESS, thread, launch, LAUNCH_MICROS, correlated(id));
        add(
                work.name,
                work.category,
                GPU,
                work.stream,
                start,
                work.micros,
                "\"device\": 0, \"stream\": %d, %s".formatted(work.stream, correlated(id)));
        flow("s", PROCESS, thread, launch, id);
        flow("f", GPU, work.stream, start, id);
        return end;
    }

    private static String correlated(int id) {
        return "\"correlation\": " + id;
    }

    /// A duration with Gaussian noise of 3 %.
    private long duration(long micros) {
        return Math.round(micros * (1 + 0.03 * random.nextGaussian()));
    }

    private void slice(String name, String category, int thread, long start, long end) {
        add(name, category, PROCESS, thread, start, end - start, "");
    }

    private void add(
            String name,
            String category,
            int process,
            int thread,
            long start,
            long duration,
            String arguments) {
        events.add(
                "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"ts\": %d, \"dur\": %d, \"args\": {%s}}"
                        .formatted(category, name, process, thread, start, duration, arguments));
    }

    private void flow(String phase, int process, int thread, long time, int id) {
        events.add(
                "{\"ph\": \"%s\", \"cat\": \"ac2g\", \"name\": \"ac2g\", \"id\": %d, \"pid\": %d, \"tid\": %d, \"ts\": %d, \"bp\": \"e\"}"
                        .formatted(phase, id, process, thread, time));
    }

    private void name(String kind, int process, int thread, String name) {
        events.add(
                "{\"ph\": \"M\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"ts\": 0, \"args\": {\"name\": \"%s\"}}"
                        .formatted(kind, process, thread, name));
    }
}
