package treeline.formats.slices;

import treeline.model.Frame;

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
}
