package treeline.formats.chrometrace;

/// Small traces of the host and of a GPU.
final class ChromeTraceSamples {
    static final String OBJECT =
            """
            {"displayTimeUnit": "ms", "otherData": {"version": "4"}, "traceEvents": [
              {"ph": "M", "pid": 5, "tid": 6, "name": "thread_name", "args": {"name": "worker"}},
              {"ph": "B", "pid": 5, "tid": 5, "ts": 100, "name": "main"},
              {"ph": "X", "pid": 5, "tid": 5, "ts": 101, "dur": 4, "name": "solve", "args": {"n": [1, 2]}},
              {"ph": "X", "pid": 5, "tid": 5, "ts": 102, "dur": 1.5, "name": "dot"},
              {"ph": "X", "pid": 5, "tid": 6, "ts": "103", "dur": "2", "name": "solve"},
              {"ph": "E", "pid": 5, "tid": 5, "ts": 110}]}
            """;

    static final String GPU =
            """
            {"schemaVersion": 1, "baseTimeNanoseconds": 1000, "traceEvents": [
              {"ph": "X", "cat": "python_function", "name": "train.py(21): step", "pid": 4, "tid": 4, "ts": 0, "dur": 100},
              {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 4, "tid": 4, "ts": 10, "dur": 20},
              {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 4, "tid": 4, "ts": 12, "dur": 5, "args": {"correlation": 77}},
              {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 40, "dur": 30, "args": {"correlation": 77}},
              {"ph": "s", "id": 77, "pid": 4, "tid": 4, "ts": 12, "cat": "ac2g", "name": "ac2g"},
              {"ph": "X", "cat": "gpu_user_annotation", "name": "step", "pid": 0, "tid": 7, "ts": 40, "dur": 30}]}
            """;

    private ChromeTraceSamples() {}
}
