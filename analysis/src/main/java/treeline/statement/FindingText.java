package treeline.statement;

import static treeline.statement.Argument.amount;
import static treeline.statement.Argument.clause;
import static treeline.statement.Argument.count;
import static treeline.statement.Argument.list;
import static treeline.statement.Argument.name;
import static treeline.statement.Argument.pValue;
import static treeline.statement.Argument.path;
import static treeline.statement.Argument.share;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.single.Drift;
import treeline.single.NodePath;
import treeline.single.Workload;
import treeline.transform.CellIterations;
import treeline.view.ContextSummary;
import treeline.view.Findings;
import treeline.view.IterationImbalance;
import treeline.view.RankPeriod;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The sentences for [Findings], with the same numbers in `treeline report` and in the dashboard.
///
/// @param brief whether sentences start with the function and do not contain the call path, for
///   narrow panels that show the call path on demand
public record FindingText(Profile profile, Metric metric, boolean brief) {
    private static final int MAX_PARTS = 4;
    private static final double MIN_PART = 0.01;
    private static final int MAX_PATH_LENGTH = 48;

    /// If the fastest rank is this many times further from the mean than the slowest, at least two
    /// ranks are slower than the mean, because deviations add up to 0.
    private static final int SEVERAL = 2;

    public FindingText(Profile profile, Metric metric) {
        this(profile, metric, false);
    }

    public FindingText briefly() {
        return new FindingText(profile, metric, true);
    }

    /// `main/step splits into residual 46.1 %, exchange 44.4 %, stencil 9.0 % of all time`, or
    /// `Svc.cpu, line 3 takes 51.8 % of all time itself`.
    public Sentence hotPath(Findings findings) {
        int[] hot = findings.hotPath().toArray();
        if (hot.length == 0) return Sentence.of("no call path has a value above 0");
        int end = hot[hot.length - 1];
        if (Double.isInfinite(findings.inclusive().at(end)))
            return Sentence.of("{path} has an infinite value", path(located(end)));
        List<Part> parts = parts(findings, end);
        double exclusive = parts.getFirst().value();
        if (exclusive >= findings.inclusive().at(end) / 2)
            return Sentence.of(
                    "{path} takes {share} of all {metric} itself",
                    path(located(end)),
                    share(exclusive / findings.total()),
                    name(metric.name()));
        return Sentence.of(
                "{path} splits into {parts} of all {metric}",
                path(located(end)),
                list(largest(parts, findings.total())),
                name(metric.name()));
    }

    private record Part(String name, double value) {}

    /// The node itself and its callees.
    private List<Part> parts(Findings findings, int node) {
        List<Part> parts = new ArrayList<>();
        double rest = findings.inclusive().at(node);
        for (int child : profile.tree().children(node)) {
            double value = findings.inclusive().at(child);
            if (Double.isNaN(value)) continue;
            parts.add(new Part(profile.tree().name(child), value));
            rest -= value;
        }
        parts.addFirst(new Part("itself", Math.max(0, rest)));
        return parts;
    }

    /// The largest parts, and the number of other parts of at least one percent.
    private static List<Sentence> largest(List<Part> parts, double total) {
        List<Part> large =
                parts.stream()
                        .filter(part -> part.value() >= MIN_PART * total)
                        .sorted(Comparator.comparingDouble(part -> -part.value()))
                        .toList();
        List<Sentence> clauses = new ArrayList<>();
        for (Part part : large.subList(0, Math.min(MAX_PARTS, large.size())))
            clauses.add(
                    Sentence.of(
                            "{callee} {share}", name(part.name()), share(part.value() / total)));
        double others = large.stream().skip(MAX_PARTS).mapToDouble(Part::value).sum() / total;
        if (others > 0)
            clauses.add(
                    Sentence.of(
                            "{count} others {share}",
                            count(large.size() - MAX_PARTS),
                            share(others)));
        return clauses;
    }

    /// A short call path, or the function; a line or loop with the function that contains it.
    private String located(int node) {
        CallTree tree = profile.tree();
        int function = node;
        while (function != CallTree.NO_PARENT && isWithinFunction(tree.frame(function).kind()))
            function = tree.parent(function);
        if (function != node && function != CallTree.NO_PARENT)
            return tree.name(function) + ", " + tree.name(node);
        if (brief) return tree.name(node);
        return pathOf(node).length() <= MAX_PATH_LENGTH ? pathOf(node) : tree.name(node);
    }

    private static boolean isWithinFunction(Frame.Kind kind) {
        return switch (kind) {
            case LOOP, LINE, INSTRUCTION -> true;
            case FUNCTION, REGION, KERNEL, THREAD, OTHER -> false;
        };
    }

    /// `every 8th rank (0, 8, …) works 50.0 % longer than the others at main/step`.
    public Sentence pattern(Findings.Pattern pattern) {
        RankPeriod period = pattern.period();
        if (brief) return briefPattern(pattern);
        Argument where = path(pathOf(pattern.node()));
        if (Double.isInfinite(period.ratio()))
            return Sentence.of(
                    "only {ranks} has a value above 0 at {path}", name(ranks(period)), where);
        return Sentence.of(
                pattern.waiting()
                        ? "{ranks} waits {share} longer than the others at {path}"
                        : "{ranks} computes {share} longer than the others at {path}",
                name(ranks(period)),
                share(period.ratio() - 1),
                where);
    }

    /// `step: every 8th rank (0, 8, …) works 50.0 % longer than the others`.
    private Sentence briefPattern(Findings.Pattern pattern) {
        RankPeriod period = pattern.period();
        Argument where = path(located(pattern.node()));
        if (Double.isInfinite(period.ratio()))
            return Sentence.of(
                    "{path}: only {ranks} has a value above 0", where, name(ranks(period)));
        return Sentence.of(
                pattern.waiting()
                        ? "{path}: {ranks} waits {share} longer than the others"
                        : "{path}: {ranks} computes {share} longer than the others",
                where,
                name(ranks(period)),
                share(period.ratio() - 1));
    }

    /// `every 8th rank (0, 8, …)`.
    public static String ranks(RankPeriod period) {
        int every = period.every();
        String which = every == 2 ? "second" : every + ending(every);
        return "every %s rank (%d, %d, …)"
                .formatted(which, period.offset(), period.offset() + every);
    }

    private static String ending(int number) {
        boolean teens = number % 100 >= 11 && number % 100 <= 13;
        return switch (teens ? 0 : number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }

    /// `rank 5 works 130 ms longer than the mean of 16 ranks at main/step/stencil`. If the rank
    /// furthest from the mean is a fast one, several are slow and none is named: `several ranks
    /// work up to 1.06 s longer`.
    public Sentence imbalance(Findings findings, Findings.Imbalance imbalance) {
        Locations places = findings.places();
        Moments spread = imbalance.spread();
        boolean waits = imbalance.waiting();
        boolean several = spread.mean() - spread.min() >= SEVERAL * spread.lost();
        Sentence who =
                several
                        ? Sentence.of(
                                waits
                                        ? "several {ranks} wait up to"
                                        : "several {ranks} compute up to",
                                name(places.plural()))
                        : Sentence.of(
                                waits ? "{rank} waits" : "{rank} computes",
                                name(slowest(findings, imbalance)));
        boolean all = places.absentCounts();
        Argument ranks = name(all ? places.counted() : places.counted(spread.present()));
        Argument ran =
                all && spread.present() < places.size()
                        ? clause("; {ranks} ran it", name(places.counted(spread.present())))
                        : clause();
        Argument threads =
                findings.addsThreads()
                        ? clause("; the threads of each rank are added up")
                        : clause();
        if (brief)
            return Sentence.of(
                    all
                            ? "{path}: {who} {excess} longer than the mean of {ranks}{ran}{threads}"
                            : "{path}: {who} {excess} longer than the mean of the {ranks} that ran"
                                    + " it{ran}{threads}",
                    path(located(imbalance.node())),
                    clause(who),
                    value(spread.lost()),
                    ranks,
                    ran,
                    threads);
        return Sentence.of(
                all
                        ? "{who} {excess} longer than the mean of {ranks} at {path}{ran}{threads}"
                        : "{who} {excess} longer than the mean of the {ranks} that ran it at"
                                + " {path}{ran}{threads}",
                clause(who),
                value(spread.lost()),
                ranks,
                path(pathOf(imbalance.node())),
                ran,
                threads);
    }

    public String slowest(Findings findings, Findings.Imbalance imbalance) {
        return findings.places().name(imbalance.spread().slowest());
    }

    /// `rank 0 computes 3.91 s longer than the mean rank, mostly in main/x; the others wait 3.2 s
    /// longer than it does`.
    public Sentence slowRank(Findings findings, Findings.SlowRank rank) {
        Workload.Slow slow = rank.slow();
        Argument who = name(rank.worker());
        Argument noun = name(findings.places().noun());
        Argument wait =
                slow.othersWait() > Math.max(0, Moments.FLOOR * slow.work())
                        ? clause(
                                "; the others wait {wait} longer than it does",
                                value(slow.othersWait()))
                        : clause();
        if (brief && slow.isMostlyAtWorst())
            return Sentence.of(
                    "{rank}, mostly in {path}: computes {excess} longer than the mean {noun}{wait}",
                    who,
                    path(located(slow.worst())),
                    value(slow.excess()),
                    noun,
                    wait);
        return Sentence.of(
                "{rank} computes {excess} longer than the mean {noun}{worst}{wait}",
                who,
                value(slow.excess()),
                noun,
                slow.worst() < 0 ? clause() : worst(slow),
                wait);
    }

    private Argument worst(Workload.Slow slow) {
        Argument where = path(brief ? located(slow.worst()) : pathOf(slow.worst()));
        return slow.isMostlyAtWorst()
                ? clause(worstPart(slow), where)
                : clause(worstPart(slow), value(slow.worstExcess()), where);
    }

    /// The clause about the node at which a slow rank exceeds the mean the most. Its arguments are
    /// the `part` of the excess, unless it is more than half of it, and the `path`.
    public static String worstPart(Workload.Slow slow) {
        return slow.isMostlyAtWorst() ? ", mostly in {path}" : ", {part} of it in {path}";
    }

    /// `ranks differ within iterations at main/step/compute: the slowest of each takes 80.2 %
    /// longer than the mean`.
    public Sentence iterationImbalance(IterationImbalance imbalance) {
        return Sentence.of(
                "ranks differ within iterations at {path}: the slowest of each takes {share} longer"
                        + " than the mean",
                path(pathOf(imbalance.node())),
                share(imbalance.lost() / imbalance.mean()));
    }

    /// `main/step slows down over the run: its iteration time rises by 12.0 % of the mean (linear
    /// trend, p = 0.0003)`.
    public Sentence drift(Drift.Loop loop) {
        boolean isTime = metric.unit().dimension() == Unit.Dimension.TIME;
        boolean rises = loop.change() > 0;
        if (loop.isJump()) {
            int level = loop.largestJump();
            return Sentence.of(
                    "{path} {verb} at once: {jump}{more}",
                    path(brief ? located(loop.node()) : pathOf(loop.node())),
                    name(isTime ? rises ? "slows down" : "speeds up" : "changes"),
                    clause(jump(loop.levels().get(level - 1), loop.levels().get(level))),
                    moreJumps(loop.levels().size() - 2));
        }
        return Sentence.of(
                "{path} {verb} over the run: {what} {direction} by {share} of the mean (linear"
                        + " trend, p = {p})",
                path(brief ? located(loop.node()) : pathOf(loop.node())),
                name(isTime ? rises ? "slows down" : "speeds up" : "drifts"),
                name(isTime ? "its iteration time" : metric.name() + " per iteration"),
                name(rises ? "rises" : "falls"),
                share(Math.abs(loop.drift())),
                pValue(loop.p()));
    }

    private static Argument moreJumps(int count) {
        return count == 0
                ? clause()
                : clause(", and {jumps}", name(ContextSummary.counted(count, "more jump")));
    }

    /// `from iteration 25 on 1.40 s instead of 1.00 s`.
    public Sentence jump(Drift.Level before, Drift.Level level) {
        return Sentence.of(
                "from iteration {iteration} on {mean} instead of {before}",
                count(level.from()),
                value(level.mean()),
                value(before.mean()));
    }

    /// `main/step/exchange: exclusive time per iteration is unknown: callee pack kept no
    /// iterations`.
    public Sentence unknownIterations(int node, CellIterations.Unknown why) {
        Sentence culprit =
                why.node() == node
                        ? Sentence.of("some threads")
                        : Sentence.of(
                                "callee {callee}",
                                path(pathOf(why.node()).substring(pathOf(node).length() + 1)));
        return Sentence.of(
                switch (why.cause()) {
                    case SUMMED ->
                            "{path}: {scope} {metric} per iteration is unknown: {culprit} has no"
                                    + " recorded iterations";
                    case COUNTS_ITS_OWN ->
                            "{path}: {scope} {metric} per iteration is unknown: {culprit} counts"
                                    + " its own iterations";
                },
                path(pathOf(node)),
                name(metric.scope().name().toLowerCase(Locale.ROOT)),
                name(metric.name()),
                clause(culprit));
    }

    /// The first node with a call path, -1 if there is none.
    public int nodeAt(Optional<String> path) {
        if (path.isEmpty()) return -1;
        for (int node = 0; node < profile.tree().size(); node++)
            if (pathOf(node).equals(path.get())) return node;
        return -1;
    }

    public String pathOf(int node) {
        return NodePath.of(profile.tree(), node);
    }

    private Argument value(double value) {
        return amount(value, metric.unit());
    }
}
