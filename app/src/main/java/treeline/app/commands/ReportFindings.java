package treeline.app.commands;

import treeline.app.terminal.Quantity;
import treeline.app.web.FindingText;
import treeline.model.CallTree;
import treeline.single.Drift;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.Shares;
import treeline.table.Table;
import treeline.view.Findings;

import java.util.ArrayList;
import java.util.List;

/// Looks at a run as an expert would: the same analyses as the commands, the few top rows of each.
/// A section that has nothing to tell is left out.
final class ReportFindings {
    private static final int ROWS = 5;
    private static final String TAG = "tag";

    private final RunOptions.Run run;
    private final Findings found;
    private final FindingText text;

    ReportFindings(RunOptions.Run run, Quantity quantity) {
        this.run = run;
        this.found = Findings.of(run.profile(), run.metric(), run.over());
        this.text = new FindingText(run.profile(), run.metric(), quantity);
    }

    /// `12.3 s of time, mean of 16 ranks`.
    String summary() {
        return "%s of %s, %s"
                .formatted(text.value(found.total()), run.metric().name(), run.contextsText());
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
        int[] path = found.hotPath();
        List<List<String>> rows = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < path.length; i++) {
            double value = found.inclusive()[path[i]];
            double share = value / found.total();
            rows.add(
                    List.of(
                            Quantity.percent(share),
                            text.value(value),
                            "  ".repeat(i) + tree.name(path[i])));
            shares.add(share);
        }
        return new ReportSection(
                "Hot path",
                text.hotPath(found),
                List.of("share", "inclusive", "call"),
                rows,
                shares,
                "hot-path");
    }

    private ReportSection functions() {
        Table flat =
                FlatProfile.of(run.profile(), run.metric(), Grouping.FUNCTION, run.over())
                        .head(ROWS);
        double shown = 0;
        for (double share : flat.column("share").numbers()) shown += share;
        return new ReportSection(
                "Most expensive functions",
                "the first %d take %s".formatted(flat.rows(), Quantity.percent(shown)),
                List.of("share", "exclusive", "function"),
                rows(
                        flat,
                        row -> Quantity.percent(flat.real("share").at(row)),
                        row -> text.value(flat.real("exclusive").at(row)),
                        row -> flat.column("function").text(row)),
                shares(flat.real("share").numbers()),
                "flat");
    }

    private ReportSection categories() {
        boolean tagged =
                run.profile().labels().stream().anyMatch(label -> label.name().equals(TAG));
        Table shares =
                tagged
                        ? Shares.byLabel(run.profile(), TAG, run.metric(), run.over())
                        : Shares.byActivity(run.profile(), run.metric(), run.over());
        Table shown = shares.rows() > 1 ? shares.head(ROWS) : shares.head(0);
        return new ReportSection(
                tagged ? "Share by tag" : "Share by activity",
                shown.rows() == 0
                        ? ""
                        : "%s takes most".formatted(shown.column("category").text(0)),
                List.of("share", "exclusive", tagged ? TAG : "activity"),
                rows(
                        shown,
                        row -> Quantity.percent(shown.real("share").at(row)),
                        row -> text.value(shown.real("value").at(row)),
                        row -> shown.column("category").text(row)),
                shares(shown.real("share").numbers()),
                tagged ? "flat --by tag" : "flat --by activity");
    }

    private ReportSection imbalance() {
        List<Findings.Imbalance> told = found.imbalances();
        return new ReportSection(
                "Imbalance",
                told.isEmpty() ? "" : text.imbalance(found, told.getFirst()),
                List.of("max/mean", "max - mean", "call path"),
                told.stream()
                        .map(
                                each ->
                                        List.of(
                                                Quantity.decimal(each.imbalance()),
                                                text.value(each.lost()),
                                                text.path(each.node())))
                        .toList(),
                shares(
                        told.stream()
                                .mapToDouble(each -> each.lost() / found.wholeOfContext())
                                .toArray()),
                "imbalance");
    }

    private ReportSection outliers() {
        List<Findings.SlowContext> told = found.slowContexts();
        return new ReportSection(
                "Slow contexts",
                told.isEmpty() ? "" : text.slowContext(told.getFirst()),
                List.of("context", "above median", "nodes", "most at"),
                told.stream()
                        .map(
                                each ->
                                        List.of(
                                                text.context(each),
                                                text.value(each.excess()),
                                                Integer.toString(each.nodes()),
                                                text.path(each.worst())))
                        .toList(),
                shares(
                        told.stream()
                                .mapToDouble(each -> each.excess() / found.wholeOfContext())
                                .toArray()),
                "imbalance");
    }

    private ReportSection drift() {
        List<Drift.Loop> told = found.drifts();
        return new ReportSection(
                "Iterations that drift",
                told.isEmpty() ? "" : text.drift(told.getFirst()),
                List.of("drift", "iteration", "slowest", "call path"),
                told.stream()
                        .map(
                                each ->
                                        List.of(
                                                Quantity.percent(each.drift()),
                                                text.value(each.mean()),
                                                "no. " + each.slowest(),
                                                text.path(each.node())))
                        .toList(),
                shares(told.stream().mapToDouble(each -> Math.abs(each.drift())).toArray()),
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
