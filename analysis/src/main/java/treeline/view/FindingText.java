package treeline.view;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.numbers.Moments;
import treeline.numbers.Places;
import treeline.numbers.Spread;
import treeline.single.Drift;
import treeline.single.NodePath;
import treeline.single.Workload;
import treeline.transform.CellIterations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What stands out, as sentences: the same ones in `treeline report` and in the dashboard.
public record FindingText(Profile profile, Metric metric, Quantity quantity) {
    private static final int MOST_PARTS = 4;
    private static final double SMALLEST_PART = 0.01;
    private static final int LONGEST_PATH = 48;

    /// If the fastest is as many times further from the mean than the slowest, at least as many are
    /// slower than the mean: deviations add up to 0.
    private static final int SEVERAL = 2;

    /// `main/step splits into residual 46.1 %, exchange 44.4 %, stencil 9.0 % of all time`, or
    /// `Svc.cpu, line 3 takes 51.8 % of all time itself`.
    public String hotPath(Findings findings) {
        int[] path = findings.hotPath().toArray();
        if (path.length == 0) return "no call path has a value above 0";
        int end = path[path.length - 1];
        List<Part> parts = parts(findings, end);
        double own = parts.getFirst().value();
        if (own >= findings.inclusive().at(end) / 2)
            return "%s takes %s of all %s itself"
                    .formatted(
                            located(end), Quantity.percent(own / findings.total()), metric.name());
        return "%s splits into %s of all %s"
                .formatted(located(end), listed(parts, findings.total()), metric.name());
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

    /// The largest parts, and how many others there are of at least one percent.
    private static String listed(List<Part> parts, double total) {
        List<Part> large =
                parts.stream()
                        .filter(part -> part.value() >= SMALLEST_PART * total)
                        .sorted(Comparator.comparingDouble(part -> -part.value()))
                        .toList();
        String named =
                large.stream()
                        .limit(MOST_PARTS)
                        .map(part -> part.name() + " " + Quantity.percent(part.value() / total))
                        .collect(Collectors.joining(", "));
        double others = large.stream().skip(MOST_PARTS).mapToDouble(Part::value).sum() / total;
        return others > 0
                ? "%s, %d others %s"
                        .formatted(named, large.size() - MOST_PARTS, Quantity.percent(others))
                : named;
    }

    /// A short call path, or the function; a line or loop with the function that contains it.
    private String located(int node) {
        CallTree tree = profile.tree();
        int function = node;
        while (function != CallTree.NO_PARENT && isWithinFunction(tree.frame(function).kind()))
            function = tree.parent(function);
        if (function != node && function != CallTree.NO_PARENT)
            return tree.name(function) + ", " + tree.name(node);
        return path(node).length() <= LONGEST_PATH ? path(node) : tree.name(node);
    }

    private static boolean isWithinFunction(Frame.Kind kind) {
        return switch (kind) {
            case LOOP, LINE, INSTRUCTION -> true;
            case FUNCTION, REGION, KERNEL, THREAD, OTHER -> false;
        };
    }

    /// `every 8th rank (0, 8, …) works 50.0 % longer than the others at main/step`.
    public String pattern(Findings.Pattern pattern) {
        RankPeriod period = pattern.period();
        String path = path(pattern.node());
        if (Double.isInfinite(period.ratio()))
            return "only %s runs %s".formatted(ranks(period), path);
        return "%s %s %s longer than the others at %s"
                .formatted(
                        ranks(period),
                        pattern.waiting() ? "waits" : "works",
                        Quantity.percent(period.ratio() - 1),
                        path);
    }

    /// `every 8th rank (0, 8, …)`.
    public String ranks(RankPeriod period) {
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
    public String imbalance(Findings findings, Findings.Imbalance imbalance) {
        Places places = findings.places();
        Moments spread = imbalance.spread();
        String population =
                places.absentCounts()
                        ? "of " + places.counted()
                        : "of the %s that ran it".formatted(places.counted(spread.present()));
        String verb = imbalance.waiting() ? "wait" : "work";
        boolean several = spread.mean() - spread.min() >= SEVERAL * spread.lost();
        return "%s %s longer than the mean %s at %s%s"
                .formatted(
                        several
                                ? "several %s %s up to".formatted(places.plural(), verb)
                                : "%s %ss".formatted(slowest(findings, imbalance), verb),
                        value(spread.lost()),
                        population,
                        path(imbalance.node()),
                        places.absentCounts() && spread.present() < places.size()
                                ? ", which ran on " + places.counted(spread.present())
                                : "");
    }

    public String slowest(Findings findings, Findings.Imbalance imbalance) {
        return findings.places().name(imbalance.spread().slowest());
    }

    /// `rank 0 works 3.91 s longer than the mean rank, most at main/x; the others wait 3.2 s longer
    /// than it does`.
    public String slowRank(Findings findings, Findings.SlowRank rank) {
        Workload.Slow slow = rank.slow();
        String waits =
                slow.othersWait() > Spread.FLOOR * slow.work()
                        ? "; the others wait %s longer than it does"
                                .formatted(value(slow.othersWait()))
                        : "";
        String place = slow.worst() < 0 ? "" : ", most at " + path(slow.worst());
        return "%s works %s longer than the mean %s%s%s"
                .formatted(
                        findings.places().name(slow.place()),
                        value(slow.excess()),
                        findings.places().noun(),
                        place,
                        waits);
    }

    /// `ranks differ within iterations at main/step/compute: the slowest of each takes 80.2 %
    /// longer than the mean`.
    public String iterationImbalance(IterationImbalance imbalance) {
        return "ranks differ within iterations at %s: the slowest of each takes %s longer than the mean"
                .formatted(
                        path(imbalance.node()),
                        Quantity.percent(imbalance.lost() / imbalance.mean()));
    }

    /// `main/step slows down over the run: its iteration time rises by 12.0 % of the mean (linear
    /// trend, p = 0.0003)`.
    public String drift(Drift.Loop loop) {
        boolean isTime = metric.unit().dimension() == Unit.Dimension.TIME;
        boolean rises = loop.change() > 0;
        if (loop.isJump()) {
            int level = loop.largestJump();
            return "%s %s at once: %s%s"
                    .formatted(
                            path(loop.node()),
                            isTime ? rises ? "slows down" : "speeds up" : "changes",
                            jump(loop.levels().get(level - 1), loop.levels().get(level)),
                            moreJumps(loop.levels().size() - 2));
        }
        return "%s %s over the run: %s %s by %s of the mean (linear trend, p = %s)"
                .formatted(
                        path(loop.node()),
                        isTime ? rises ? "slows down" : "speeds up" : "drifts",
                        isTime ? "its iteration time" : metric.name() + " per iteration",
                        rises ? "rises" : "falls",
                        Quantity.percent(Math.abs(loop.drift())),
                        Quantity.pValue(loop.p()));
    }

    private static String moreJumps(int count) {
        return count == 0 ? "" : ", and %s".formatted(ContextSummary.counted(count, "more jump"));
    }

    /// `from iteration 25 on 1.40 s instead of 1.00 s`.
    public String jump(Drift.Level before, Drift.Level level) {
        return "from iteration %s on %s instead of %s"
                .formatted(Quantity.whole(level.from()), value(level.mean()), value(before.mean()));
    }

    /// `main/step/exchange: exclusive time per iteration is unknown: callee pack kept no
    /// iterations`.
    public String unknownIterations(int node, CellIterations.Unknown why) {
        String culprit =
                why.node() == node
                        ? "some threads"
                        : "callee " + path(why.node()).substring(path(node).length() + 1);
        return "%s: %s %s per iteration is unknown: %s %s"
                .formatted(
                        path(node),
                        metric.scope().name().toLowerCase(Locale.ROOT),
                        metric.name(),
                        culprit,
                        switch (why.cause()) {
                            case SUMMED -> "kept no iterations";
                            case COUNTS_ITS_OWN -> "counts its own iterations";
                        });
    }

    public String path(int node) {
        return NodePath.of(profile.tree(), node);
    }

    public String value(double value) {
        return quantity.text(value, metric.unit());
    }
}
