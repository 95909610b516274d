package treeline.formats.reading;

import treeline.model.Frame;

/// What slices of a tool are: the frame that each becomes in the call tree.
public interface SliceKind {
    /// The frame of a slice.
    ///
    /// @param name never empty
    Frame frame(String name);
}
