package treeline.notebook;

import org.jspecify.annotations.Nullable;

import treeline.OneRun;
import treeline.Treeline;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.question.answer.Answer;
import treeline.question.answer.TreeSection;
import treeline.view.TreeRows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// An interactive call tree in a notebook cell: rows expand, names can be searched, the hot path is
/// marked, and the selection is returned as a query.
///
/// ```
/// var tree = ProfileTree.of(run.tree());
/// tree                                  // ticked in this cell ...
/// run.query(tree.selection())           // ... and used in the next
/// ```
///
/// A page contains the rows with the largest values. Other rows are loaded on demand while the
/// kernel runs on the browser's machine or Jupyter forwards its port; otherwise the page states how
/// many rows are missing.
public final class ProfileTree {
    /// How many nodes a page has, beside their callers.
    static final int MAX_NODES = 200;

    /// Browsers give up on markup that is nested deeper than about 500 elements; a level is three.
    private static final int MAX_LEVELS = 120;

    private final TreeSection tree;
    private final String text;
    private final Profile profile;
    private final Metric metric;
    private volatile NodeSet selected;
    private volatile @Nullable TreeNumbers numbers;

    private ProfileTree(TreeSection tree, String text) {
        this.tree = tree;
        this.text = text;
        this.profile = tree.profile();
        this.metric = tree.shown().apply(false).rows().metric();
        this.selected = NodeSet.of(new BitSet(), profile.tree().size());
    }

    /// The tree of an opened run: `ProfileTree.of(run.metric("cycles").tree())`.
    public static ProfileTree of(Answer answer) {
        return new ProfileTree(
                treeIn(answer)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "the answer to '%s' has no call tree"
                                                        .formatted(answer.question()))),
                answer.toString());
    }

    /// The first call tree of an answer.
    static Optional<TreeSection> treeIn(Answer answer) {
        return answer.blocks().stream()
                .filter(TreeSection.class::isInstance)
                .map(TreeSection.class::cast)
                .findFirst();
    }

    /// With what is looked at first: inclusive time, mean of ranks.
    public static ProfileTree of(Profile profile) {
        return of(treeOf(Treeline.of(profile)));
    }

    /// The tree of a profile by another metric than the time.
    ///
    /// @param metric as on the command line: `time:exclusive`
    public static ProfileTree of(Profile profile, String metric) {
        return of(treeOf(Treeline.of(profile).metric(metric)));
    }

    private static Answer treeOf(OneRun run) {
        try {
            return run.tree();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Profile profile() {
        return profile;
    }

    /// The ticked nodes as a query that matches exactly them, also on the command line.
    ///
    /// @throws IllegalStateException if none is ticked
    public String selection() {
        NodeSet nodes = selected;
        if (nodes.isEmpty())
            throw new IllegalStateException(
                    "no node is selected: tick nodes in the tree, or call select(query)");
        return SelectionText.of(profile, nodes.toBitSet());
    }

    /// Ticks what a query finds, in place of what was ticked; pages that are drawn from now on show
    /// it.
    public ProfileTree select(Query query) {
        selected = query.on(profile);
        Notebook.ticked(this);
        return this;
    }

    public ProfileTree select(String query) {
        return select(Query.parse(query));
    }

    /// What a page ticked.
    ///
    /// @return the query, empty where nothing is selected
    String selectNodes(BitSet nodes) {
        selected = NodeSet.of(nodes, profile.tree().size());
        Notebook.ticked(this);
        return nodes.isEmpty() ? "" : SelectionText.of(profile, nodes);
    }

    /// The rows below a node that a page does not have.
    String children(int caller, BitSet without) {
        return new TreeHtml(profile, metric).children(caller, without, numbers(), MAX_NODES);
    }

    private TreeNumbers numbers() {
        TreeNumbers known = numbers;
        if (known == null)
            numbers =
                    known =
                            new TreeNumbers(
                                    profile, metric, tree.shown().apply(false).rows().over());
        return known;
    }

    /// The nodes whose names hold a text, in the order of the tree.
    IntStream named(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        CallTree tree = profile.tree();
        boolean[] has = new boolean[tree.frames().size()];
        for (int frame = 0; frame < has.length; frame++)
            has[frame] = tree.frames().get(frame).name().toLowerCase(Locale.ROOT).contains(wanted);
        return IntStream.range(0, tree.size()).filter(node -> has[tree.frameIndex(node)]);
    }

    CallTree callTree() {
        return profile.tree();
    }

    /// The page of a cell.
    ///
    /// @param server where it asks for more; empty for a page without script
    public String html(String server) {
        var limits = new TreeRows.Limits(MAX_LEVELS, 0, MAX_NODES, TreeRows.Sort.VALUE);
        TreeRows rows = tree.within().apply(limits);
        String heading = "%s, %s".formatted(metric, rows.population().text(rows.over()));
        return new TreeHtml(profile, metric).page(heading, rows, server, selected.toBitSet());
    }

    /// The tree as text.
    @Override
    public String toString() {
        return text;
    }
}
