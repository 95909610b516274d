package treeline.formats.rocprof;

import treeline.formats.slices.SliceKind;
import treeline.model.Frame;
import treeline.source.trace.OperationKind;

import java.util.Optional;

/// The kind of a record.
enum RocprofKind implements SliceKind {
    /// A range that the program annotated (ROCTx).
    MARKER,
    /// A call of HIP, HSA or RCCL, which may have launched work.
    CALL,
    KERNEL,
    /// A copy of memory.
    COPY;

    @Override
    public Frame frame(String name) {
        return switch (this) {
            case MARKER -> Frame.region(name);
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
            case MARKER, CALL -> SliceKind.super.operation(name);
        };
    }
}
