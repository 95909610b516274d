package treeline.formats.slices;

import treeline.model.Frame;
import treeline.source.trace.OperationKind;

import java.util.Optional;

/// The kind of a slice.
public interface SliceKind {
    /// The frame that a slice becomes in the call tree.
    ///
    /// @param name never empty
    Frame frame(String name);

    /// Whether work of a device may name such a slice as its launch.
    boolean launches();

    /// Whether it is work of a device, which others launched.
    boolean isOfDevice();

    /// Whether a thread in such a slice works, so that it does not wait for a collective operation
    /// that it started before.
    default boolean works(String name) {
        return false;
    }

    /// Whether it may start within one call and end within another.
    default boolean isRange() {
        return false;
    }

    /// The operation of a trace that a slice of a name is: a kernel, a copy, or a call that waits
    /// for a device; empty for all others.
    default Optional<OperationKind> operation(String name) {
        return isOfDevice() ? Optional.of(DeviceCalls.ofWork(name)) : DeviceCalls.ofCall(name);
    }
}
