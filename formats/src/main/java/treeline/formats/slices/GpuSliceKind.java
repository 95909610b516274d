package treeline.formats.slices;

import treeline.model.Frame;
import treeline.source.trace.OperationKind;

import java.util.Optional;

/// Kinds of slices in traces of AMD GPUs: rocprofv3 and rocprof-sys write them in several formats.
public enum GpuSliceKind implements SliceKind {
    /// A region of the program, such as an annotated range (ROCTx).
    REGION,
    /// A call of a runtime (HIP, HSA, RCCL), which may have launched work on a device.
    CALL,
    KERNEL,
    /// A copy or fill of memory by a device.
    COPY;

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
