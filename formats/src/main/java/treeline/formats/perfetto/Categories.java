package treeline.formats.perfetto;

import treeline.formats.slices.GpuSliceKind;

/// Categories of track events, as rocprofv3 and rocprof-sys name them.
final class Categories {
    private Categories() {}

    /// The kind of a slice with this category.
    static GpuSliceKind kind(String category) {
        return switch (category) {
            case "kernel_dispatch", "rocm_kernel_dispatch", "kernel", "gpu_kernel" ->
                    GpuSliceKind.KERNEL;
            case "memory_copy", "rocm_memory_copy", "gpu_memcpy", "gpu_memset" -> GpuSliceKind.COPY;
            default -> {
                boolean isCall =
                        category.endsWith("_api")
                                || category.endsWith("_runtime")
                                || category.endsWith("_driver");
                yield isCall && !category.startsWith("marker")
                        ? GpuSliceKind.CALL
                        : GpuSliceKind.REGION;
            }
        };
    }
}
