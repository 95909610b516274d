package treeline.notebook;

import org.jspecify.annotations.Nullable;

import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.TreeText;
import treeline.view.Quantity;
import treeline.app.terminal.Screen;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.transform.Reduction;
import treeline.view.TreeRows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Locale;
import java.util.stream.IntStream;

/// The call tree of a profile in a cell: rows open and close, names are searched, the hot path is
/// marked, and what is ticked comes back as a query.
///
/// ```
/// var tree = ProfileTree.of(profile);
/// tree                                  // ticked in this cell ...
/// tree.selection().on(profile)          // ... and used in the next
/// ```
///
/// A page has the rows with the largest values. Others are sent when they are opened, as long as
/// the kernel runs on the machine of the browser or Jupyter forwards its port; a page that nobody
/// answers says how many it lacks.
public final class ProfileTree {
    /// How many nodes a page has, beside their callers.
    static final int MOST_NODES = 200;

    /// Browsers give up on markup that is nested deeper than about 500 elements; a level is three.
    private static final int MOST_LEVELS = 120;

    private static final int TEXT_NODES = 40;
    private static final int TEXT_COLUMNS = 100;

    private final Profile profile;
    private final Metric metric;
    private final Reduction over;
    private volatile NodeSet selected;
    private volatile @Nullable TreeNumbers numbers;

    private ProfileTree(Profile profile, Metric metric, Reduction over) {
        this.profile = profile;
        this.metric = metric;
        this.over = over;
        this.selected = NodeSet.of(new BitSet(), profile.tree().size());
    }

    /// With what is looked at first, as `treeline tree` shows it: inclusive time, mean of ranks.
    public static ProfileTree of(Profile profile) {
        Metric usual = profile.outline().usualMetric();
        return of(
                profile,
                usual.addsUp() ? usual.in(Metric.Scope.INCLUSIVE) : usual,
                Reduction.MEAN);
    }

    /// @param metric as on the command line: `time:exclusive`
    public static ProfileTree of(Profile profile, String metric) {
        return of(profile, profile.metric(metric), Reduction.MEAN);
    }

    public static ProfileTree of(Profile profile, Metric metric, Reduction over) {
        return new ProfileTree(profile, metric, over);
    }

    public Profile profile() {
        return profile;
    }

    /// What is ticked at present, as a query that finds exactly these nodes.
    ///
    /// @throws IllegalStateException where nothing is
    public Query selection() {
        return Query.parse(selectionText());
    }

    /// The same as text, for the command line or another notebook.
    public String selectionText() {
        NodeSet nodes = selected;
        if (nodes.isEmpty())
            throw new IllegalStateException(
                    "nothing is selected: tick nodes in the tree, or call select(query)");
        return SelectionText.of(profile, nodes.toBitSet());
    }

    /// Ticks what a query finds, in place of what was ticked; pages that are drawn from now on show
    /// it.
    public ProfileTree select(Query query) {
        selected = query.on(profile);
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
        return nodes.isEmpty() ? "" : SelectionText.of(profile, nodes);
    }

    /// The rows below a node that a page does not have.
    String children(int caller, BitSet without) {
        return new TreeHtml(profile, metric).children(caller, without, numbers(), MOST_NODES);
    }

    private TreeNumbers numbers() {
        TreeNumbers known = numbers;
        if (known == null) numbers = known = new TreeNumbers(profile, metric, over);
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
    /// @param server where it asks for more; empty for a page that stands for itself
    public String html(String server) {
        TreeRows rows = rows(MOST_NODES, MOST_LEVELS);
        return new TreeHtml(profile, metric)
                .page(heading(rows), rows, server, selected.toBitSet());
    }

    private TreeRows rows(int nodes, int levels) {
        var limits = new TreeRows.Limits(levels, 0, nodes, TreeRows.Sort.VALUE);
        return TreeRows.of(profile, metric, over, limits);
    }

    private String heading(TreeRows rows) {
        String of =
                metric.addsUp()
                        ? rows.population().text(over)
                        : rows.population().textOfReadings(over);
        return "%s, %s".formatted(RunOptions.metricText(metric), of);
    }

    /// As `treeline tree` prints it: the 40 largest nodes and their callers.
    @Override
    public String toString() {
        TreeRows rows = rows(TEXT_NODES, Integer.MAX_VALUE);
        var bytes = new ByteArrayOutputStream();
        try (var out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            new TreeText(
                            profile,
                            rows,
                            heading(rows),
                            new Screen(false, TEXT_COLUMNS, false, true),
                            new Quantity(3, true))
                    .printTo(out);
            if (rows.hidden() > 0)
                out.println(
                        "%s of %s nodes are not shown"
                                .formatted(
                                        Quantity.whole(rows.hidden()),
                                        Quantity.whole(profile.tree().size())));
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
