package treeline.single;

import treeline.model.Frame;

/// What nodes are put together by: in a flat profile, or as a tree with `Fold.grouping(tree,
/// Grouping.MODULE::of)`.
public enum Grouping {
    NAME,
    FILE,
    MODULE,
    KIND;

    private static final String UNKNOWN = "(unknown)";

    /// The frame that stands for all of a group.
    public Frame of(Frame frame) {
        return switch (this) {
            case NAME -> Frame.function(frame.name());
            case FILE -> Frame.region(frame.file().isEmpty() ? UNKNOWN : frame.file());
            case MODULE -> Frame.region(frame.module().isEmpty() ? UNKNOWN : frame.module());
            case KIND -> Frame.region(frame.kind().name().toLowerCase(java.util.Locale.ROOT));
        };
    }
}
