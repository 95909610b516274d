package treeline.formats.caliper.records;

import org.jspecify.annotations.Nullable;

/// The location of a record, from its references: a call path, a GPU activity, and other
/// attributes.
///
/// @param path a node of the draft, or [ProfileDraft#NO_PATH]
public record Place(
        int path, String kernel, String activity, String copy, String line, @Nullable Fact facts) {

    /// A value of an attribute and its predecessors on the branch.
    ///
    /// @param length the number of values, including this one
    public record Fact(
            CaliperAttribute attribute, String text, @Nullable Fact before, int length) {}

    public static final Place NOWHERE = new Place(ProfileDraft.NO_PATH, "", "", "", "", null);

    /// What Caliper writes for addresses without debug information.
    private static final String UNKNOWN_LINE = "UNKNOWN:0";

    /// More facts on one branch are no profile.
    private static final int MAX_FACTS = 256;

    public int factCount() {
        return facts == null ? 0 : facts.length;
    }

    /// Whether nothing is known beside the path.
    public boolean isBare() {
        return kernel.isEmpty()
                && activity.isEmpty()
                && copy.isEmpty()
                && line.isEmpty()
                && facts == null;
    }

    public Place on(int node) {
        return new Place(node, kernel, activity, copy, line, facts);
    }

    /// The place with one more value, which is not part of the path.
    public Place with(CaliperAttribute attribute, String text) {
        return switch (attribute.role()) {
            case KERNEL -> new Place(path, text, activity, copy, line, facts);
            case ACTIVITY -> new Place(path, kernel, text, copy, line, facts);
            case COPY -> new Place(path, kernel, activity, text, line, facts);
            case SOURCE_LINE -> new Place(path, kernel, activity, copy, text, facts);
            case RANK, THREAD, STREAM, REPETITION, CONTEXT, ITERATION, SNAPSHOT, VALUE, TEXT ->
                    factCount() >= MAX_FACTS
                            ? this
                            : new Place(
                                    path,
                                    kernel,
                                    activity,
                                    copy,
                                    line,
                                    new Fact(attribute, text, facts, factCount() + 1));
            case PATH, RUN, IGNORED -> this;
        };
    }

    /// The node that the record's values belong to.
    public int target(ProfileDraft draft) {
        int node = path;
        if (!kernel.isEmpty() || !activity.isEmpty() || !copy.isEmpty())
            node = draft.child(node, CaliperFrames.activity(kernel, activity, copy));
        if (!line.isEmpty() && !line.equals(UNKNOWN_LINE))
            node = draft.child(node, CaliperFrames.line(line, textOf("module#")));
        return node;
    }

    private String textOf(String start) {
        for (Fact fact = facts; fact != null; fact = fact.before)
            if (fact.attribute.name().startsWith(start)) return fact.text;
        return "";
    }

    /// The node that the record's values belong to, with those of its texts that come behind the
    /// first `known` ones as the node's own.
    public int target(ProfileDraft draft, int known) {
        int node = target(draft);
        for (Fact fact = facts; fact != null && fact.length > known; fact = fact.before)
            if (!isKey(fact.attribute)) draft.text(fact.attribute.name(), node, fact.text);
        return node;
    }

    /// Whether a fact says who measured or when, rather than what.
    public static boolean isKey(CaliperAttribute attribute) {
        return switch (attribute.role()) {
            case RANK, THREAD, STREAM, REPETITION, CONTEXT, ITERATION, SNAPSHOT -> true;
            case PATH, KERNEL, ACTIVITY, COPY, SOURCE_LINE, VALUE, RUN, TEXT, IGNORED -> false;
        };
    }
}
