package treeline.single;

import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Outline;
import treeline.transform.NodeGroups;
import treeline.transform.NodePredicates;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The grouping of nodes in a flat profile, a call graph, or a tree
/// (`NodeMapping.grouping(Grouping.MODULE.of(outline))`). Every node belongs to one group, so
/// exclusive values sum to the total.
public enum Grouping {
    /// Loops, lines and instructions count as their enclosing function. An address without a
    /// function around it counts as itself.
    FUNCTION,
    /// Every frame by its own name.
    NAME,
    /// The lines of the source, as `file:line`.
    LINE,
    /// The innermost loop around a node, also through calls.
    LOOP,
    FILE,
    MODULE,
    /// What frames are: functions, loops, lines, regions, kernels.
    KIND,
    /// What the run does, see [Accounts].
    ACTIVITY,
    /// The label `tag`. What a tagged region calls is part of it.
    TAG;

    private static final Frame UNKNOWN = Frame.region("(unknown)");
    private static final Frame NO_LINE = Frame.region("(no line)");
    private static final Frame NO_LOOP = Frame.region("(no loop)");

    /// The group of every node.
    public NodeGroups of(Outline outline) {
        CallTree tree = outline.tree();
        return switch (this) {
            case FUNCTION -> NodeGroups.functions(tree, Grouping::named);
            case NAME -> NodeGroups.ofFrames(tree, Grouping::named);
            case LINE -> NodeGroups.inherited(tree, Grouping::line, _ -> NO_LINE);
            case LOOP -> NodeGroups.inherited(tree, Grouping::loop, _ -> NO_LOOP);
            case FILE -> part(tree, Frame::file);
            case MODULE -> part(tree, Frame::module);
            case KIND ->
                    NodeGroups.ofFrames(
                            tree,
                            frame -> Frame.region(frame.kind().name().toLowerCase(Locale.ROOT)));
            case ACTIVITY -> activity(outline);
            case TAG -> tag(outline);
        };
    }

    private static Frame named(Frame frame) {
        return Frame.function(frame.name());
    }

    /// Tools write line 0 where they do not know it. An instruction of which the line is not known
    /// is part of what is around it.
    private static Optional<Frame> line(Frame frame) {
        boolean known = frame.line() > 0 || frame.file().isEmpty();
        return switch (frame.kind()) {
            case LINE -> Optional.of(known ? place(frame) : NO_LINE);
            case INSTRUCTION -> frame.line() > 0 ? Optional.of(place(frame)) : Optional.empty();
            case FUNCTION, REGION, LOOP, KERNEL, THREAD, OTHER -> Optional.of(NO_LINE);
        };
    }

    private static Optional<Frame> loop(Frame frame) {
        return frame.kind() == Frame.Kind.LOOP ? Optional.of(place(frame)) : Optional.empty();
    }

    /// With the whole path: projects have many a `main.c`.
    private static Frame place(Frame frame) {
        boolean known = !frame.file().isEmpty() && frame.line() > 0;
        return Frame.region(known ? frame.file() + ":" + frame.line() : frame.name());
    }

    /// Tools often say only of functions which file or module they are in: then the lines inside
    /// are there too.
    private static NodeGroups part(CallTree tree, Function<Frame, String> text) {
        return NodeGroups.inherited(
                tree,
                frame -> {
                    if (!text.apply(frame).isEmpty())
                        return Optional.of(Frame.region(text.apply(frame)));
                    return NodePredicates.isPartOfFunction(frame)
                            ? Optional.empty()
                            : Optional.of(UNKNOWN);
                },
                _ -> UNKNOWN);
    }

    private static NodeGroups activity(Outline outline) {
        Accounts accounts = Accounts.of(outline);
        return NodeGroups.ofNodes(outline.tree(), node -> Frame.region(accounts.of(node).text()));
    }

    private static NodeGroups tag(Outline outline) {
        String[] tags = InheritedLabel.of(outline, "tag");
        return NodeGroups.ofNodes(outline.tree(), node -> Frame.region(tags[node]));
    }
}
