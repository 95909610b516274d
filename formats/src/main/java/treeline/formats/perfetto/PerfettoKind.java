package treeline.formats.perfetto;

import treeline.formats.slices.SliceKind;
import treeline.model.Frame;
import treeline.source.trace.OperationKind;

import java.util.Optional;

/// The kind of a slice according to its categories, as rocprofv3 and rocprof-sys name them.
enum PerfettoKind implements SliceKind {
    /// Anything else.
    REGION,
    /// A call of a runtime, which may have launched work on a device.
    CALL,
    KERNEL,
    /// A copy or fill of memory by a device.
    COPY;

    static PerfettoKind of(String category) {
        return switch (category) {
            case "kernel_dispatch", "rocm_kernel_dispatch", "kernel", "gpu_kernel" -> KERNEL;
            case "memory_copy", "rocm_memory_copy", "gpu_memcpy", "gpu_memset" -> COPY;
            default -> {
                boolean isCall =
                        category.endsWith("_api")
                                || category.endsWith("_runtime")
                                || category.endsWith("_driver");
                yield isCall && !category.startsWith("marker") ? CALL : REGION;
            }
        };
    }

    @Override
    public Frame frame(String name) {
        return switch (this) {
            case REGION -> Frame.region(name);
            case CALL -> Frame.function(name);
            case KERNEL, COPY -> new Frame(Frame.Kind.KERNEL, name, "", 0, "");
        };
    }

    @Override
    public boolean launches() {
        return this == CALL;
    }

    @Override
    public boolean isOfDevice() {
        return this == KERNEL || this == COPY;
    }

    @Override
    public Optional<OperationKind> operation(String name) {
        return switch (this) {
            case KERNEL -> Optional.of(OperationKind.KERNEL);
            case COPY -> Optional.of(OperationKind.COPY);
            case REGION, CALL -> SliceKind.super.operation(name);
        };
    }
}
