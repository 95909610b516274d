package treeline.question.run.report;

import static treeline.question.parameter.ParameterType.nameOf;
import static treeline.statement.Argument.amount;
import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.count;
import static treeline.statement.Argument.name;
import static treeline.statement.Argument.share;

import treeline.breakdown.JvmEvents;
import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.ImmutableDoubles;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.question.answer.Section;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.run.FoldedRun;
import treeline.single.Drift;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.NodePath;
import treeline.single.Workload;
import treeline.statement.Argument;
import treeline.statement.FindingText;
import treeline.statement.Sentence;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.view.Findings;
import treeline.view.IterationImbalance;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;

/// The sections of a report that every run may have: the same analyses as the other questions, the
/// first rows of each. A section without rows is omitted.
final class ReportFindings {
    private static final int ROWS = 5;

    private final RunOptions.Run run;
    private final Accounts accounts;
    private final ReportPlan plan;
    private final Grouping category;
    private final Session session;
    private final Findings found;
    private final FindingText text;
    private final Unit unit;

    /// @param plan has the answers of the run
    /// @param category how nodes are divided by what they do
    ReportFindings(
            RunOptions.Run run,
            ReportPlan plan,
            Findings found,
            Grouping category,
            Session session,
            Accounts accounts) {
        this.run = run;
        this.plan = plan;
        this.category = category;
        this.session = session;
        this.accounts = accounts;
        this.found = found.ofWhole(run.total());
        this.text = new FindingText(run.profile(), run.metric());
        this.unit = run.metric().unit();
    }

    double total() {
        return found.total();
    }

    /// NaN if it is the total. Samples of a JVM cover running threads only, so its recording has
    /// the elapsed time.
    double elapsed() {
        OptionalDouble recorded = JvmEvents.elapsedSeconds(run.profile().outline());
        boolean whole = run.time().isEmpty() && unit.convertsTo(Unit.SECONDS);
        return whole && recorded.isPresent()
                ? recorded.getAsDouble() * Unit.SECONDS.factorTo(unit)
                : found.elapsed();
    }

    private boolean isSampled() {
        return run.metric().name().equals("time")
                && run.profile().metadata().get("sampling period").isPresent();
    }

    /// `run.tldb: 12.3 s of time, mean of 16 ranks`.
    Sentence summary() {
        Argument elapsed =
                Double.isNaN(elapsed())
                        ? clause()
                        : clause("{time} elapsed, ", amount(elapsed(), unit));
        return Sentence.of(
                isSampled()
                        ? "{run}: {elapsed}{total} of sampled {metric}, {contexts}"
                        : "{run}: {elapsed}{total} of {metric}, {contexts}",
                name(run.path()),
                elapsed,
                amount(found.total(), unit),
                name(run.metric().name()),
                name(run.contextsText()));
    }

    List<ReportSection> sections() throws IOException {
        return Stream.of(
                        hotPath(),
                        functions(),
                        categories(),
                        patterns(),
                        imbalance(),
                        found.imbalances().isEmpty() ? withinIterations() : none(),
                        slowRanks(),
                        drift())
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<ReportSection> none() {
        return Optional.empty();
    }

    private IntToDoubleFunction ofTotal(Table data, String column) {
        return row -> data.real(column).at(row) / found.total();
    }

    private Optional<ReportSection> hotPath() {
        CallTree tree = run.profile().tree();
        int[] path = found.hotPath().toArray();
        ImmutableDoubles values = found.inclusive();
        IntFunction<String> paths = NodePath.ofEach(tree);
        Table data =
                Table.of(
                        Column.text("path", path.length, row -> paths.apply(path[row]))
                                .headed("call path"),
                        Column.real("inclusive", path.length, row -> values.at(path[row]))
                                .in(run.metric()),
                        Column.real(
                                        "share",
                                        path.length,
                                        row -> values.at(path[row]) / found.total())
                                .share());
        return ReportSection.ofData(
                "Hot path",
                text.hotPath(found),
                data,
                HotPathRows.of(tree, path).section(data),
                "hot-path");
    }

    private Optional<ReportSection> functions() throws IOException {
        Table flat = flat(Grouping.FUNCTION).head(ROWS);
        double shown = 0;
        for (double each : flat.column("share").numbers()) shown += each;
        return ReportSection.shown(
                "Most expensive functions",
                functions(flat, shown),
                Section.of(flat)
                        .columns("share", "exclusive")
                        .bar("", flat.real("share")::at)
                        .columns("function"),
                "flat");
    }

    /// @param shown the share of the functions together; NaN if one has an infinite value
    private static Sentence functions(Table flat, double shown) {
        Argument first = name(flat.rows() == 0 ? "" : flat.column("function").text(0));
        if (Double.isNaN(shown)) return Sentence.of("{function} has an infinite value", first);
        return flat.rows() == 1
                ? Sentence.of("{function} takes {share}", first, share(shown))
                : Sentence.of(
                        "the first {functions} take {share}", count(flat.rows()), share(shown));
    }

    /// Groups that only call others may have no exclusive value.
    private Table flat(Grouping by) throws IOException {
        Table flat =
                FlatProfile.of(
                        FoldedRun.flat(run, by, session), nameOf(by), run.over(), run.total());
        Column exclusive = flat.column("exclusive");
        return flat.filter(row -> !exclusive.isMissing(row));
    }

    private Optional<ReportSection> categories() throws IOException {
        Table shares =
                flat(category)
                        .select(nameOf(category), "exclusive", "share")
                        .rename(nameOf(category), "category")
                        .rename("exclusive", "value");
        if (shares.rows() < 2) return none();
        Table shown = shares.head(ROWS);
        return ReportSection.shown(
                "Share by " + nameOf(category),
                Sentence.of(
                        "the largest share is {category}", name(shown.column("category").text(0))),
                Section.of(shown)
                        .columns("share")
                        .column("value", "exclusive")
                        .bar("", shown.real("share")::at)
                        .column("category", nameOf(category)),
                "flat",
                "--by",
                nameOf(category));
    }

    private Optional<ReportSection> patterns() {
        List<Findings.Pattern> all = found.patterns();
        if (all.isEmpty()) return none();
        var rows = Rows.of(all);
        Table data =
                Table.of(
                        rows.whole("every", each -> each.period().every()),
                        rows.whole("offset", each -> each.period().offset()),
                        rows.real("ratio", each -> each.period().ratio()),
                        rows.real("excess", each -> each.excess())
                                .in(run.metric())
                                .headed("beyond the mean"),
                        rows.flag("waiting", each -> each.waiting()),
                        rows.text("path", each -> text.pathOf(each.node())).headed("call path"));
        return ReportSection.shown(
                "Patterns over ranks",
                text.pattern(all.getFirst()),
                Section.of(data)
                        .columns("excess")
                        .computed(
                                "ranks", true, (row, _) -> FindingText.ranks(all.get(row).period()))
                        .computed("", true, waits(data))
                        .bar("", ofTotal(data, "excess"))
                        .columns("path"),
                "imbalance");
    }

    private static Section.Cell waits(Table data) {
        Column waiting = data.column("waiting");
        return (row, _) -> waiting.text(row).equals("true") ? "waits" : "";
    }

    private Optional<ReportSection> imbalance() {
        List<Findings.Imbalance> all = found.imbalances();
        if (all.isEmpty()) return none();
        var rows = Rows.of(all);
        Table data =
                Table.of(
                        rows.real("lost", each -> each.spread().lost())
                                .in(run.metric())
                                .headed("max - mean"),
                        rows.real("imbalance", each -> each.spread().imbalance())
                                .headed("max/mean"),
                        rows.flag("waiting", each -> each.waiting()),
                        rows.text("slowest", each -> text.slowest(found, each)),
                        rows.text("path", each -> text.pathOf(each.node())).headed("call path"));
        return ReportSection.shown(
                "Imbalance",
                text.imbalance(found, all.getFirst()),
                Section.of(data)
                        .columns("lost", "imbalance", "slowest")
                        .computed("", true, waits(data))
                        .bar("", ofTotal(data, "lost"))
                        .columns("path"),
                "imbalance");
    }

    /// Ranks that are balanced over the whole run may be slow in turn.
    private Optional<ReportSection> withinIterations() {
        if (found.places().by() != Locations.By.RANK) return none();
        return IterationImbalance.of(plan.ownLoops(run), accounts)
                .flatMap(
                        each -> {
                            Table data =
                                    Table.of(
                                            Column.real("lost", 1, _ -> each.lost())
                                                    .in(run.metric())
                                                    .headed("max - mean"),
                                            Column.text("path", 1, _ -> text.pathOf(each.node()))
                                                    .headed("call path"));
                            return ReportSection.shown(
                                    "Imbalance within iterations",
                                    text.iterationImbalance(each),
                                    Section.of(data)
                                            .columns("lost")
                                            .bar("", ofTotal(data, "lost"))
                                            .columns("path"),
                                    "iterations");
                        });
    }

    private Optional<ReportSection> slowRanks() {
        List<Workload.Slow> all = found.slowRanks().stream().map(Findings.SlowRank::slow).toList();
        if (all.isEmpty()) return none();
        var rows = Rows.of(all);
        Table data =
                Table.of(
                        rows.text("rank", each -> found.places().name(each.place()))
                                .headed(found.places().noun()),
                        rows.real("work", each -> each.work()).in(run.metric()),
                        rows.real("excess", each -> each.excess())
                                .in(run.metric())
                                .headed("works longer"),
                        rows.real("others_wait", each -> each.othersWait())
                                .in(run.metric())
                                .headed("others wait longer"),
                        rows.text("most_at", each -> text.pathOf(each.worst())).headed("most at"));
        return ReportSection.shown(
                "Slow " + found.places().plural(),
                text.slowRank(found, found.slowRanks().getFirst()),
                Section.of(data)
                        .columns("rank", "excess", "others_wait")
                        .bar("", ofTotal(data, "excess"))
                        .columns("most_at"),
                "imbalance");
    }

    private Optional<ReportSection> drift() {
        List<Drift.Loop> all = found.drifts();
        if (all.isEmpty()) return none();
        var rows = Rows.of(all);
        Table data =
                Table.of(
                        rows.real("drift", each -> drift(each)),
                        rows.real("jump", each -> jump(each)),
                        rows.real("mean", each -> each.mean())
                                .in(run.metric())
                                .headed("mean iteration"),
                        rows.whole("slowest", each -> each.slowest()).headed("slowest iteration"),
                        rows.text("path", each -> text.pathOf(each.node())).headed("call path"));
        return ReportSection.shown(
                "Iterations that drift or jump",
                text.drift(all.getFirst()),
                Section.of(data)
                        .computed("change", true, (row, _) -> changeText(all.get(row)))
                        .columns("mean", "slowest")
                        .bar("", row -> Math.abs(all.get(row).change()))
                        .columns("path"),
                "iterations");
    }

    private static double drift(Drift.Loop loop) {
        return loop.isJump() ? Double.NaN : loop.drift();
    }

    private static double jump(Drift.Loop loop) {
        return loop.isJump() ? loop.change() : Double.NaN;
    }

    private static String changeText(Drift.Loop loop) {
        String share = Quantity.percent(loop.change());
        if (!loop.isJump()) return share;
        int from = loop.levels().get(loop.largestJump()).from();
        return "%s from iteration %s on".formatted(share, Quantity.whole(from));
    }
}
