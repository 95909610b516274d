package treeline.app.commands.single;

import treeline.breakdown.JvmEvents;
import treeline.model.CallTree;
import treeline.model.Doubles;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.numbers.Activities;
import treeline.numbers.Places;
import treeline.question.input.RunOptions;
import treeline.single.Drift;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.Shares;
import treeline.single.Workload;
import treeline.statement.FindingText;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.Findings;
import treeline.view.IterationImbalance;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Looks at a run as an expert would: the same analyses as the commands, the few top rows of each.
/// A section that has nothing to say is left out.
final class ReportFindings {
    private static final int ROWS = 5;
    private static final String TAG = "tag";

    private final RunOptions.Run run;
    private final Activities activities;
    private final Findings found;
    private final FindingText text;
    private final Quantity quantity;
    private final List<ReportSection> more;

    /// @param more sections that only some runs have, such as those of a JVM
    ReportFindings(
            RunOptions.Run run,
            Activities activities,
            List<ReportSection> more,
            Quantity quantity) {
        this.run = run;
        this.quantity = quantity;
        this.activities = activities;
        this.more = List.copyOf(more);
        this.found =
                Findings.of(run.profile(), run.metric(), run.over(), activities)
                        .ofWhole(run.total());
        this.text = new FindingText(run.profile(), run.metric());
    }

    double total() {
        return found.total();
    }

    /// NaN if it is the total. Samples of a JVM cover running threads only, so its recording has
    /// the elapsed time.
    double elapsed() {
        OptionalDouble recorded = JvmEvents.elapsedSeconds(run.profile().outline());
        boolean whole = run.time().isEmpty() && run.metric().unit().convertsTo(Unit.SECONDS);
        return whole && recorded.isPresent()
                ? recorded.getAsDouble() * Unit.SECONDS.factorTo(run.metric().unit())
                : found.elapsed();
    }

    private boolean isSampled() {
        return run.metric().name().equals("time")
                && run.profile().metadata().get("sampling period").isPresent();
    }

    /// `12.3 s of time, mean of 16 ranks`.
    String summary() {
        String elapsed = Double.isNaN(elapsed()) ? "" : value(elapsed()) + " elapsed, ";
        return "%s%s of %s%s, %s"
                .formatted(
                        elapsed,
                        value(found.total()),
                        isSampled() ? "sampled " : "",
                        run.metric().name(),
                        run.contextsText());
    }

    List<ReportSection> sections() {
        List<ReportSection> sections = new ArrayList<>();
        sections.add(hotPath());
        sections.add(functions());
        addIfAny(sections, categories());
        addIfAny(sections, patterns());
        addIfAny(sections, imbalance());
        if (found.imbalances().isEmpty()) addIfAny(sections, withinIterations());
        addIfAny(sections, slowRanks());
        addIfAny(sections, drift());
        sections.addAll(more);
        return sections;
    }

    private static void addIfAny(List<ReportSection> sections, ReportSection section) {
        if (!section.rows().isEmpty()) sections.add(section);
    }

    private ReportSection hotPath() {
        CallTree tree = run.profile().tree();
        int[] path = found.hotPath().toArray();
        Doubles values = found.inclusive();
        Table data =
                Table.of(
                        Column.text("path", path.length, row -> text.pathOf(path[row])),
                        Column.real("inclusive", path.length, row -> values.at(path[row])),
                        Column.real(
                                "share", path.length, row -> values.at(path[row]) / found.total()));
        return new ReportSection(
                "Hot path",
                text.hotPath(found).text(quantity),
                data,
                List.of("share", "inclusive", "call"),
                rows(
                        data,
                        row ->
                                List.of(
                                        Quantity.percent(data.real("share").at(row)),
                                        value(data.real("inclusive").at(row)),
                                        "  ".repeat(row) + tree.name(path[row]))),
                shares(data.real("share").numbers()),
                "hot-path");
    }

    private ReportSection functions() {
        Table flat =
                measured(
                                FlatProfile.of(
                                        run.profile(),
                                        run.metric(),
                                        Grouping.FUNCTION,
                                        run.over(),
                                        run.total()))
                        .head(ROWS);
        double shown = 0;
        for (double share : flat.column("share").numbers()) shown += share;
        return new ReportSection(
                "Most expensive functions",
                "%s %s"
                        .formatted(
                                flat.rows() == 1
                                        ? flat.column("function").text(0) + " takes"
                                        : "the first %d take".formatted(flat.rows()),
                                Quantity.percent(shown)),
                flat,
                List.of("share", "exclusive", "function"),
                rows(
                        flat,
                        row ->
                                List.of(
                                        Quantity.percent(flat.real("share").at(row)),
                                        value(flat.real("exclusive").at(row)),
                                        flat.column("function").text(row))),
                shares(flat.real("share").numbers()),
                "flat");
    }

    /// Functions that only call others may have no value of their own.
    private static Table measured(Table flat) {
        Column exclusive = flat.column("exclusive");
        return flat.filter(row -> !exclusive.isMissing(row));
    }

    private ReportSection categories() {
        Profile profile = run.profile();
        boolean tagged = profile.labels().stream().anyMatch(label -> label.name().equals(TAG));
        Table shares =
                tagged
                        ? Shares.byLabel(profile, TAG, run.metric(), run.over(), run.total())
                        : Shares.byActivity(profile, run.metric(), run.over(), run.total());
        Table shown = shares.rows() > 1 ? shares.head(ROWS) : shares.head(0);
        return new ReportSection(
                tagged ? "Share by tag" : "Share by activity",
                shown.rows() == 0
                        ? ""
                        : "the largest share is %s".formatted(shown.column("category").text(0)),
                shown,
                List.of("share", "exclusive", tagged ? TAG : "activity"),
                rows(
                        shown,
                        row ->
                                List.of(
                                        Quantity.percent(shown.real("share").at(row)),
                                        value(shown.real("value").at(row)),
                                        shown.column("category").text(row))),
                shares(shown.real("share").numbers()),
                tagged ? "flat --by tag" : "flat --by activity");
    }

    private ReportSection patterns() {
        List<Findings.Pattern> all = found.patterns();
        int count = all.size();
        Table data =
                Table.of(
                        Column.whole("every", count, row -> all.get(row).period().every()),
                        Column.whole("offset", count, row -> all.get(row).period().offset()),
                        Column.real("ratio", count, row -> all.get(row).period().ratio()),
                        Column.real("excess", count, row -> all.get(row).excess()),
                        Column.flag("waiting", count, row -> all.get(row).waiting()),
                        Column.text("path", count, row -> text.pathOf(all.get(row).node())));
        return new ReportSection(
                "Patterns over ranks",
                all.isEmpty() ? "" : text.pattern(all.getFirst()).text(quantity),
                data,
                List.of("beyond the mean", "ranks", "", "call path"),
                rows(
                        data,
                        row ->
                                List.of(
                                        value(data.real("excess").at(row)),
                                        FindingText.ranks(all.get(row).period()),
                                        all.get(row).waiting() ? "waits" : "",
                                        data.column("path").text(row))),
                shares(ofTotal(data.real("excess").numbers())),
                "imbalance");
    }

    private ReportSection imbalance() {
        List<Findings.Imbalance> all = found.imbalances();
        int count = all.size();
        Table data =
                Table.of(
                        Column.real("lost", count, row -> all.get(row).spread().lost()),
                        Column.real("imbalance", count, row -> all.get(row).spread().imbalance()),
                        Column.flag("waiting", count, row -> all.get(row).waiting()),
                        Column.text("slowest", count, row -> text.slowest(found, all.get(row))),
                        Column.text("path", count, row -> text.pathOf(all.get(row).node())));
        return new ReportSection(
                "Imbalance",
                all.isEmpty() ? "" : text.imbalance(found, all.getFirst()).text(quantity),
                data,
                List.of("max - mean", "max/mean", "slowest", "", "call path"),
                rows(
                        data,
                        row ->
                                List.of(
                                        value(data.real("lost").at(row)),
                                        Quantity.decimal(data.real("imbalance").at(row)),
                                        data.column("slowest").text(row),
                                        all.get(row).waiting() ? "waits" : "",
                                        data.column("path").text(row))),
                shares(ofTotal(data.real("lost").numbers())),
                "imbalance");
    }

    /// Ranks that are balanced over the whole run may be slow in turn.
    private ReportSection withinIterations() {
        List<IterationImbalance> all =
                found.places().by() == Places.By.RANK
                        ? IterationImbalance.of(run.profile(), run.metric(), activities).stream()
                                .toList()
                        : List.of();
        int count = all.size();
        Table data =
                Table.of(
                        Column.real("lost", count, row -> all.get(row).lost()),
                        Column.text("path", count, row -> text.pathOf(all.get(row).node())));
        return new ReportSection(
                "Imbalance within iterations",
                all.isEmpty() ? "" : text.iterationImbalance(all.getFirst()).text(quantity),
                data,
                List.of("max - mean", "call path"),
                rows(
                        data,
                        row ->
                                List.of(
                                        value(data.real("lost").at(row)),
                                        data.column("path").text(row))),
                shares(ofTotal(data.real("lost").numbers())),
                "iterations");
    }

    private ReportSection slowRanks() {
        List<Workload.Slow> all = found.slowRanks().stream().map(Findings.SlowRank::slow).toList();
        int count = all.size();
        Table data =
                Table.of(
                        Column.text(
                                "rank", count, row -> found.places().name(all.get(row).place())),
                        Column.real("work", count, row -> all.get(row).work()),
                        Column.real("excess", count, row -> all.get(row).excess()),
                        Column.real("others_wait", count, row -> all.get(row).othersWait()),
                        Column.text("most_at", count, row -> text.pathOf(all.get(row).worst())));
        return new ReportSection(
                "Slow " + found.places().plural(),
                all.isEmpty()
                        ? ""
                        : text.slowRank(found, found.slowRanks().getFirst()).text(quantity),
                data,
                List.of(found.places().noun(), "works longer", "others wait longer", "most at"),
                rows(
                        data,
                        row ->
                                List.of(
                                        data.column("rank").text(row),
                                        value(data.real("excess").at(row)),
                                        value(data.real("others_wait").at(row)),
                                        data.column("most_at").text(row))),
                shares(ofTotal(data.real("excess").numbers())),
                "imbalance");
    }

    private ReportSection drift() {
        List<Drift.Loop> all = found.drifts();
        int count = all.size();
        Table data =
                Table.of(
                        Column.real("drift", count, row -> drift(all.get(row))),
                        Column.real("jump", count, row -> jump(all.get(row))),
                        Column.real("mean", count, row -> all.get(row).mean()),
                        Column.whole("slowest", count, row -> all.get(row).slowest()),
                        Column.text("path", count, row -> text.pathOf(all.get(row).node())));
        return new ReportSection(
                "Iterations that drift or jump",
                all.isEmpty() ? "" : text.drift(all.getFirst()).text(quantity),
                data,
                List.of("change", "mean iteration", "slowest iteration", "call path"),
                rows(
                        data,
                        row ->
                                List.of(
                                        changeText(all.get(row)),
                                        value(data.real("mean").at(row)),
                                        "slowest is iteration %d".formatted(all.get(row).slowest()),
                                        data.column("path").text(row))),
                shares(all.stream().mapToDouble(each -> Math.abs(each.change())).toArray()),
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

    private double[] ofTotal(double[] values) {
        double[] shares = values.clone();
        for (int i = 0; i < shares.length; i++) shares[i] /= found.total();
        return shares;
    }

    private static List<List<String>> rows(Table table, IntFunction<List<String>> cells) {
        return IntStream.range(0, table.rows()).mapToObj(cells).toList();
    }

    private String value(double value) {
        return quantity.text(value, run.metric().unit());
    }

    private static List<Double> shares(double[] shares) {
        List<Double> list = new ArrayList<>();
        for (double share : shares) list.add(Math.clamp(Double.isNaN(share) ? 0 : share, 0, 1));
        return list;
    }
}
