package treeline.dashboard.view;

import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.compare.Comparison;
import treeline.compare.ComparisonBuilder;
import treeline.compare.ComparisonBuilder.Side;
import treeline.compare.GatePolicy;
import treeline.compare.VarianceSource;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Numbers;
import treeline.question.answer.Statement;
import treeline.question.builds.BuildComparison;
import treeline.table.JsonWriter;
import treeline.transform.NodeMapping;
import treeline.view.DiffTree;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The comparison of two groups of runs on the page: the verdict and intervals of `treeline
/// compare`, by row of the [DiffTree].
///
/// Differences are of exclusive values, so that a slow node does not count again at its callers.
/// Inclusive values are tested too, as a family of their own, for the rows that show them.
public final class GroupChanges {
    private static final Quantity QUANTITY = new Quantity(3, true);

    /// Of either kind, more and less.
    private static final int MAX_CHANGES = 5;

    /// One side of a comparison.
    ///
    /// @param name of its group, or of its only run
    /// @param runs the values of each run, with the name that errors use
    public record Group(String name, List<Member> runs) {
        public Group {
            runs = List.copyOf(runs);
        }
    }

    /// A run of a group.
    public record Member(String name, Numbers values) {}

    private final BuildComparison compared;
    private final Optional<Comparison> inclusive;
    private final DiffTree diff;

    private GroupChanges(BuildComparison compared, Optional<Comparison> inclusive, DiffTree diff) {
        this.compared = compared;
        this.inclusive = inclusive;
        this.diff = diff;
    }

    /// Tests a group against another.
    ///
    /// @param a the candidate
    /// @param b the baseline
    /// @param doubts about the runs
    public static GroupChanges of(Group a, Group b, DiffTree diff, List<Statement> doubts) {
        Metric metric = b.runs().getFirst().values().metric();
        boolean scoped = metric.addsUp();
        Comparison exclusive = compare(a, b, scoped ? metric.in(Scope.EXCLUSIVE) : metric);
        var inclusive =
                scoped
                        ? Optional.of(compare(a, b, metric.in(Scope.INCLUSIVE)))
                        : Optional.<Comparison>empty();
        return new GroupChanges(
                new BuildComparison(exclusive, b.name(), a.name(), doubts), inclusive, diff);
    }

    /// As `treeline compare` does it: the baseline first, whose unit and order of nodes count.
    private static Comparison compare(Group a, Group b, Metric metric) {
        var builder = new ComparisonBuilder(Optional.of(metric.toString()));
        for (Member each : b.runs())
            builder.add(Side.BASELINE, each.name(), each.values().profile());
        for (Member each : a.runs())
            builder.add(Side.CANDIDATE, each.name(), each.values().profile());
        return builder.compare(GatePolicy.DEFAULT);
    }

    /// The comparison of exclusive values, or of readings.
    Comparison comparison() {
        return compared.comparison();
    }

    /// The result in one sentence, which comes first: whether any node differs significantly.
    String verdict() {
        if (comparison().noise() == VarianceSource.UNKNOWN)
            return "No test is possible: each side has one run without repetitions.";
        String total = comparison().total().map(this::ofTotal).orElse("");
        if (notable().findAny().isEmpty()) return "No significant difference." + total;
        String summary =
                Stream.of(Status.SLOWER, Status.FASTER, Status.NEW, Status.GONE)
                        .map(this::counted)
                        .filter(each -> !each.isEmpty())
                        .reduce((one, more) -> one + ", " + more)
                        .orElse("no node differs significantly, but the whole run does");
        return summary.substring(0, 1).toUpperCase(Locale.ROOT)
                + summary.substring(1)
                + "."
                + total;
    }

    private String counted(Status status) {
        long nodes = notable().filter(each -> !each.isTotal() && each.status() == status).count();
        if (nodes == 0) return "";
        boolean tested = status == Status.SLOWER || status == Status.FASTER;
        return "%d node%s %s%s"
                .formatted(
                        nodes,
                        nodes == 1 ? " is" : "s are",
                        tested ? "significantly " : "",
                        compared.word(status));
    }

    private String ofTotal(ComparedNode total) {
        if (Double.isNaN(total.ratio())) return "";
        return " Whole run: %s%s."
                .formatted(BuildComparison.relative(total.ratio()), tested(total, " (", ")"));
    }

    /// Nodes that differ significantly, and new and gone ones that are large enough to be compared.
    private Stream<ComparedNode> notable() {
        return comparison().nodes().stream()
                .filter(
                        each ->
                                switch (each.status()) {
                                    case SLOWER, FASTER -> true;
                                    case NEW, GONE ->
                                            !(each.share() < comparison().rule().leastShare());
                                    case SAME, UNKNOWN, SMALL -> false;
                                });
    }

    /// Interval and p value, empty if the node was not tested.
    private static String tested(ComparedNode node, String before, String after) {
        if (Double.isNaN(node.adjusted())) return "";
        String interval = BuildComparison.interval(node);
        String p = "p = " + Quantity.pValue(node.adjusted());
        return before
                + (interval.isEmpty() ? p : "95 %% interval %s, %s".formatted(interval, p))
                + after;
    }

    /// The differences to look at, those with the largest change first, tested ones before others.
    List<Changes.Change> changes() {
        int[] rows = rows(comparison().tree());
        Comparator<ComparedNode> order =
                Comparator.comparing((ComparedNode each) -> Double.isNaN(each.adjusted()))
                        .thenComparingDouble(each -> -Math.abs(each.change()));
        List<ComparedNode> all =
                notable()
                        .filter(each -> !each.isTotal() && rows[each.node()] >= 0)
                        .sorted(order)
                        .toList();
        List<Changes.Change> found = new ArrayList<>();
        for (boolean more : new boolean[] {true, false})
            all.stream()
                    .filter(each -> each.change() > 0 == more)
                    .limit(MAX_CHANGES)
                    .map(
                            each ->
                                    new Changes.Change(
                                            rows[each.node()], each.change(), sentence(each)))
                    .forEach(found::add);
        return found;
    }

    private String sentence(ComparedNode node) {
        String frame = comparison().tree().name(node.node());
        var unit = comparison().metric().unit();
        String before = QUANTITY.text(node.before(), unit);
        String after = QUANTITY.text(node.after(), unit);
        return switch (node.status()) {
            case NEW -> "%s is new: %s".formatted(frame, after);
            case GONE -> "%s is gone: %s before".formatted(frame, before);
            case SLOWER, FASTER, SAME, UNKNOWN, SMALL ->
                    "%s is %s %s: %s instead of %s%s"
                            .formatted(
                                    frame,
                                    Quantity.percent(Math.abs(node.ratio() - 1)),
                                    compared.word(node.status()),
                                    after,
                                    before,
                                    tested(node, " (", ")"));
        };
    }

    /// The row of each node of a comparison, -1 if the page does not have it.
    private int[] rows(CallTree tree) {
        List<NodeMapping> union = NodeMapping.union(List.of(diff.rows().tree(), tree));
        int[] rowOf = new int[union.getFirst().tree().size()];
        Arrays.fill(rowOf, -1);
        for (int row = 0; row < diff.rows().length(); row++)
            rowOf[union.get(0).target(diff.rows().node().at(row))] = row;
        int[] rows = new int[tree.size()];
        Arrays.setAll(rows, node -> rowOf[union.get(1).target(node)]);
        return rows;
    }

    /// Adds columns about the nodes that were compared: `exclusive_row`, `exclusive_status`,
    /// `exclusive_low` and `exclusive_high` (the 95 % interval of the ratio) and `exclusive_p`
    /// (adjusted), and the same of inclusive values.
    void writeTo(ColumnFrame frame) {
        writeTo(frame, comparison().metric().addsUp() ? "exclusive" : "inclusive", comparison());
        inclusive.ifPresent(each -> writeTo(frame, "inclusive", each));
    }

    private void writeTo(ColumnFrame frame, String prefix, Comparison of) {
        int[] rows = rows(of.tree());
        List<ComparedNode> nodes =
                of.nodes().stream()
                        .filter(each -> !each.isTotal() && rows[each.node()] >= 0)
                        .filter(each -> each.status() != Status.SMALL)
                        .toList();
        frame.whole(prefix + "_row", nodes.stream().mapToInt(each -> rows[each.node()]).toArray());
        frame.whole(prefix + "_status", nodes.stream().mapToInt(GroupChanges::code).toArray());
        frame.real(prefix + "_low", nodes.stream().mapToDouble(ComparedNode::low).toArray());
        frame.real(prefix + "_high", nodes.stream().mapToDouble(ComparedNode::high).toArray());
        frame.real(prefix + "_p", nodes.stream().mapToDouble(ComparedNode::adjusted).toArray());
    }

    /// 1 and -1: significantly more and less; 0: no significant difference; 2: not tested.
    private static int code(ComparedNode node) {
        return switch (node.status()) {
            case SLOWER -> 1;
            case FASTER -> -1;
            case SAME -> 0;
            case UNKNOWN, NEW, GONE, SMALL -> 2;
        };
    }

    void writeTo(JsonWriter json) {
        json.name("verdict").value(verdict());
        json.name("tested").value(comparison().noise() != VarianceSource.UNKNOWN);
        json.name("notes").array();
        compared.warnings().forEach(each -> json.value(each.text(QUANTITY)));
        for (Statement each : compared.counts()) // options of the command do not help here
        json.value(each.text(QUANTITY).replaceFirst("; --.*", ""));
        json.value(compared.noise().text(QUANTITY)).end();
        json.name("changes").array();
        for (Changes.Change each : changes()) each.writeTo(json);
        json.end();
    }
}
