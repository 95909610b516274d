package treeline.app.commands;

import static treeline.app.commands.ContextSummary.counted;

import treeline.app.terminal.Quantity;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.single.Drift;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.single.OutlierContexts;
import treeline.single.Shares;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.ContextGroups;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;
import treeline.transform.Scopes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Looks at a run as an expert would: the same analyses as the commands, the few top rows of each.
/// A section that has nothing to tell is left out.
final class ReportFindings {
    private static final int ROWS = 5;
    private static final String TAG = "tag";

    /// Below this a run is balanced for all purposes.
    private static final double WORTH_TELLING = 0.01;

    private final RunOptions.Run run;
    private final Quantity quantity;
    private final Metric exclusive;
    private final Profile byContext;
    private final double[] inclusive;
    private final double total;

    ReportFindings(RunOptions.Run run, Quantity quantity) {
        this.run = run;
        this.quantity = quantity;
        Profile profile = run.profile();
        this.exclusive = new Metric(run.metric().name(), unit(), Scope.EXCLUSIVE);
        Profile alone =
                profile.withOnly(
                        exclusive, Scopes.column(profile, run.metric(), Scope.EXCLUSIVE));
        this.byContext =
                ContextGroups.of(alone, ContextGroups::withoutRepetition).reduced(Reduction.SUM);
        this.inclusive =
                NodeValues.shown(
                        profile.tree(), run.metric(), profile.column(run.metric()), run.over());
        double sum = 0;
        for (int root : profile.tree().children(CallTree.NO_PARENT))
            if (inclusive[root] > 0) sum += inclusive[root];
        this.total = sum;
    }

    private Unit unit() {
        return run.metric().unit();
    }

    private String text(double value) {
        return quantity.text(value, unit());
    }

    /// `12.3 s of time, mean of 16 ranks`.
    String summary() {
        return "%s of %s, %s".formatted(text(total), run.metric().name(), run.contextsText());
    }

    List<ReportSection> sections() {
        List<ReportSection> sections = new ArrayList<>();
        sections.add(hotPath());
        sections.add(functions());
        addIfTold(sections, categories());
        addIfTold(sections, imbalance());
        addIfTold(sections, outliers());
        addIfTold(sections, drift());
        return sections;
    }

    private static void addIfTold(List<ReportSection> sections, ReportSection section) {
        if (!section.rows().isEmpty()) sections.add(section);
    }

    private ReportSection hotPath() {
        CallTree tree = run.profile().tree();
        int[] path = HotPath.of(tree, inclusive, HotPath.USUAL_SHARE);
        List<List<String>> rows = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < path.length; i++) {
            double share = inclusive[path[i]] / total;
            rows.add(
                    List.of(
                            Quantity.percent(share),
                            text(inclusive[path[i]]),
                            "  ".repeat(i) + tree.name(path[i])));
            shares.add(share);
        }
        String finding =
                path.length == 0
                        ? "nothing has a value above 0"
                        : "%s holds %s of all %s"
                                .formatted(
                                        tree.name(path[path.length - 1]),
                                        Quantity.percent(
                                                inclusive[path[path.length - 1]] / total),
                                        run.metric().name());
        return new ReportSection(
                "Hot path",
                finding,
                List.of("share", "inclusive", "call"),
                rows,
                shares,
                "hot-path");
    }

    private ReportSection functions() {
        Table flat =
                FlatProfile.of(run.profile(), run.metric(), Grouping.NAME, run.over()).head(ROWS);
        double shown = 0;
        for (double share : flat.column("share").numbers()) shown += share;
        return new ReportSection(
                "Dearest functions",
                "the first %d take %s".formatted(flat.rows(), Quantity.percent(shown)),
                List.of("share", "exclusive", "function"),
                rows(
                        flat,
                        row -> Quantity.percent(flat.real("share").at(row)),
                        row -> text(flat.real("exclusive").at(row)),
                        row -> flat.column("name").text(row)),
                shares(flat.real("share").numbers()),
                "flat");
    }

    private ReportSection categories() {
        boolean tagged =
                run.profile().labels().stream().anyMatch(label -> label.name().equals(TAG));
        Table shares =
                tagged
                        ? Shares.byLabel(run.profile(), TAG, run.metric(), run.over())
                        : Shares.byKind(run.profile(), run.metric(), run.over());
        Table shown = shares.rows() > 1 ? shares.head(ROWS) : shares.head(0);
        return new ReportSection(
                tagged ? "Share by tag" : "Share by kind",
                shown.rows() == 0
                        ? ""
                        : "%s takes most".formatted(shown.column("category").text(0)),
                List.of("share", "exclusive", tagged ? TAG : "kind"),
                rows(
                        shown,
                        row -> Quantity.percent(shown.real("share").at(row)),
                        row -> text(shown.real("value").at(row)),
                        row -> shown.column("category").text(row)),
                shares(shown.real("share").numbers()),
                "tree");
    }

    /// What is lost at a node is what the slowest context takes beyond the mean.
    private ReportSection imbalance() {
        LoadImbalance imbalance =
                LoadImbalance.of(byContext, exclusive, new Threshold.ShareOfLargest(WORTH_TELLING));
        int[] nodes = imbalance.nodes();
        Table lost =
                Table.of(
                                Column.real(
                                        "lost",
                                        nodes.length,
                                        row -> imbalance.max(nodes[row]) - imbalance.mean(nodes[row])),
                                Column.real(
                                        "imbalance",
                                        nodes.length,
                                        row -> imbalance.imbalance(nodes[row])),
                                Column.text(
                                        "path",
                                        nodes.length,
                                        row -> NodePath.of(byContext.tree(), nodes[row])))
                        .sort(Order.descending("lost"));
        var value = lost.real("lost");
        double whole = wholeOfContext();
        Table told =
                lost.filter(row -> value.at(row) > WORTH_TELLING * whole).head(ROWS);
        return new ReportSection(
                "Imbalance",
                told.rows() == 0
                        ? ""
                        : "the slowest of %s takes %s longer than the mean at %s"
                                .formatted(
                                        counted(byContext.contexts().size(), "context"),
                                        text(told.real("lost").at(0)),
                                        told.column("path").text(0)),
                List.of("max/mean", "max - mean", "call path"),
                rows(
                        told,
                        row -> Quantity.decimal(told.real("imbalance").at(row)),
                        row -> text(told.real("lost").at(row)),
                        row -> told.column("path").text(row)),
                shares(
                        IntStream.range(0, told.rows())
                                .mapToDouble(row -> told.real("lost").at(row) / whole)
                                .toArray()),
                "imbalance");
    }

    /// What a context takes in all, on average.
    private double wholeOfContext() {
        double whole = 0;
        for (double each : NodeValues.reduced(byContext.column(exclusive), Reduction.MEAN))
            if (each > 0) whole += each;
        return whole;
    }

    private ReportSection outliers() {
        double whole = wholeOfContext();
        Table all = OutlierContexts.of(byContext, exclusive).table();
        var excess = all.real("excess");
        Table told = all.filter(row -> excess.at(row) > WORTH_TELLING * whole).head(ROWS);
        return new ReportSection(
                "Slow contexts",
                told.rows() == 0
                        ? ""
                        : "%s takes %s more than the median"
                                .formatted(
                                        told.column("context").text(0),
                                        text(told.real("excess").at(0))),
                List.of("context", "above median", "nodes", "most at"),
                rows(
                        told,
                        row -> told.column("context").text(row),
                        row -> text(told.real("excess").at(row)),
                        row -> told.column("nodes").text(row),
                        row -> told.column("worst").text(row)),
                shares(
                        IntStream.range(0, told.rows())
                                .mapToDouble(row -> told.real("excess").at(row) / whole)
                                .toArray()),
                "imbalance");
    }

    private ReportSection drift() {
        Table all = Drift.of(run.profile(), run.metric());
        var drift = all.real("drift");
        var fit = all.real("rSquare");
        Table told =
                all.filter(row -> Math.abs(drift.at(row)) > 0.05 && fit.at(row) > 0.25).head(ROWS);
        return new ReportSection(
                "Iterations that drift",
                told.rows() == 0
                        ? ""
                        : "iterations of %s become %s by %s over the run"
                                .formatted(
                                        told.column("path").text(0),
                                        told.real("drift").at(0) > 0 ? "slower" : "faster",
                                        Quantity.percent(Math.abs(told.real("drift").at(0)))),
                List.of("drift", "iteration", "slowest", "call path"),
                rows(
                        told,
                        row -> Quantity.percent(told.real("drift").at(row)),
                        row -> text(told.real("mean").at(row)),
                        row -> "no. " + told.column("slowest").text(row),
                        row -> told.column("path").text(row)),
                shares(
                        IntStream.range(0, told.rows())
                                .mapToDouble(row -> Math.abs(told.real("drift").at(row)))
                                .toArray()),
                "tree");
    }

    @SafeVarargs
    private static List<List<String>> rows(
            Table table, java.util.function.IntFunction<String>... cells) {
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < table.rows(); row++) {
            List<String> texts = new ArrayList<>();
            for (var cell : cells) texts.add(cell.apply(row));
            rows.add(texts);
        }
        return rows;
    }

    private static List<Double> shares(double[] shares) {
        List<Double> list = new ArrayList<>();
        for (double share : shares) list.add(Math.clamp(Double.isNaN(share) ? 0 : share, 0, 1));
        return list;
    }
}
