package treeline.formats.nsys;

import treeline.formats.slices.SliceKind;
import treeline.model.Frame;

/// The kind of a row.
enum NsysKind implements SliceKind {
    /// A range that a program or library annotated.
    RANGE,
    /// A call of a library.
    CALL,
    /// A call of CUDA, which may have launched work on a GPU.
    LAUNCH,
    /// Work of a GPU.
    DEVICE;

    @Override
    public Frame frame(String name) {
        return switch (this) {
            case RANGE -> Frame.region(name);
            case CALL, LAUNCH -> Frame.function(name);
            case DEVICE -> new Frame(Frame.Kind.KERNEL, name, "", 0, "");
        };
    }

    @Override
    public boolean launches() {
        return this == LAUNCH;
    }

    @Override
    public boolean isOfDevice() {
        return this == DEVICE;
    }
}
