package treeline.single;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.numbers.Spread;
import treeline.numbers.activity.Activities;
import treeline.table.Column;
import treeline.table.Table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Compute and waiting time of each rank. A slow rank computes longer than most ranks; the others
/// wait for it, so the ranks that wait the most are the fast ones.
public final class Workload {
    /// Of the time of the mean rank, less work is trivial.
    private static final double MIN_SHARE = 0.01;

    private final CallTree tree;
    private final Metric metric;
    private final Locations places;
    private final double[] work;
    private final double[] waiting;

    private final IntFunction<Worst> worst;

    private final Spread spread;

    private Workload(
            CallTree tree,
            Metric metric,
            Locations places,
            double[] work,
            double[] waiting,
            IntFunction<Worst> worst) {
        this.tree = tree;
        this.metric = metric;
        this.places = places;
        this.work = work;
        this.waiting = waiting;
        this.worst = worst;
        this.spread = Spread.of(work, /* absentCounts= */ true);
    }

    private static Workload ofRows(
            CallTree tree,
            Metric metric,
            SparseRows rows,
            Locations places,
            Activities activities) {
        double[] work = new double[places.size()];
        double[] waiting = new double[places.size()];
        Worst[] worst = new Worst[places.size()];
        Arrays.fill(worst, Worst.NONE);
        for (int node = 0; node < rows.rows(); node++)
            if (activities.isWaiting(node)) addNode(rows, node, waiting);
            else {
                addNode(rows, node, work);
                keepWorst(rows, node, worst);
            }
        return new Workload(tree, metric, places, work, waiting, place -> worst[place]);
    }

    public Metric metric() {
        return metric;
    }

    private static void addNode(SparseRows rows, int node, double[] to) {
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (!Double.isNaN(rows.value(cell))) to[rows.index(cell)] += rows.value(cell);
    }

    private static void keepWorst(SparseRows rows, int node, Worst[] worst) {
        double mean = sumOf(rows, node) / worst.length;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) {
            int place = rows.index(cell);
            double excess = rows.value(cell) - mean;
            if (excess > worst[place].excess()) worst[place] = new Worst(node, excess);
        }
    }

    private static double sumOf(SparseRows rows, int node) {
        double sum = 0;
        for (int cell = rows.start(node); cell < rows.end(node); cell++)
            if (!Double.isNaN(rows.value(cell))) sum += rows.value(cell);
        return sum;
    }

    /// The work of ranks or hosts.
    ///
    /// @param metric one that adds up over the tree
    /// @param places ranks or hosts: threads have parts of their own, and one that idles is no fast
    ///   one
    public static Workload of(
            Profile profile, Metric metric, Locations places, Activities activities) {
        if (!places.absentCounts())
            throw new IllegalArgumentException(
                    "workloads can be compared over ranks or hosts only");
        SparseRows rows = Numbers.of(profile, metric).by(places, Scope.EXCLUSIVE).byNode();
        return ofRows(profile.tree(), metric, rows, places, activities);
    }

    /// The same of a run that passed by in parts.
    ///
    /// @param work of each place, and what it waits
    /// @param worst of each place; only asked for places that are slow
    public static Workload of(
            CallTree tree,
            Metric metric,
            Locations places,
            double[] work,
            double[] waiting,
            IntFunction<Worst> worst) {
        return new Workload(tree, metric, places, work.clone(), waiting.clone(), worst);
    }

    /// The node at which a location exceeds the mean the most.
    ///
    /// @param node -1 if there is none
    /// @param excess its exclusive value beyond the mean
    public record Worst(int node, double excess) {
        public static final Worst NONE = new Worst(-1, 0);
    }

    /// A location that computes longer than the mean.
    ///
    /// @param excess its compute time beyond the mean
    /// @param waiting its own waiting time
    /// @param othersWait how much longer the other locations wait on average, 0 if they do not
    /// @param worst the node that exceeds the mean the most, -1 if there is none
    /// @param worstExcess at this node; other nodes may be faster than the mean, so it may be more
    ///   than `excess`
    public record Slow(
            int place,
            double work,
            double excess,
            double waiting,
            double othersWait,
            int worst,
            double worstExcess) {
        /// Whether one node explains more than half of the excess.
        public boolean isMostlyAtWorst() {
            return worst >= 0 && worstExcess > excess / 2;
        }
    }

    public Locations places() {
        return places;
    }

    /// How long a place works, waits left out.
    public double work(int place) {
        return work[place];
    }

    /// How long a place waits.
    public double waiting(int place) {
        return waiting[place];
    }

    /// How the work spreads over the places.
    public Spread spread() {
        return spread;
    }

    /// Those that work longer than the mean and than the median by more than [Spread#FLOOR] of
    /// each, slowest first: workers of a master are not slow. Work beyond the mean that is below 1
    /// % of the mean rank's time counts only if the others wait longer.
    public List<Slow> slow() {
        if (places.size() < 2) return List.of();
        double allWaiting = Arrays.stream(waiting).sum();
        return IntStream.range(0, places.size())
                .filter(place -> isAbove(work[place], spread.mean()))
                .filter(place -> isAbove(work[place], spread.median()))
                .mapToObj(place -> slow(place, allWaiting))
                .filter(each -> !isTrivial(each, allWaiting))
                .sorted(Comparator.comparingDouble((Slow each) -> -each.excess()))
                .toList();
    }

    private static boolean isAbove(double value, double centre) {
        return value - centre > Spread.FLOOR * centre;
    }

    private boolean isTrivial(Slow slow, double allWaiting) {
        double meanTime = spread.mean() + allWaiting / places.size();
        return slow.excess() <= MIN_SHARE * meanTime
                && slow.othersWait() <= Spread.FLOOR * slow.work();
    }

    private Slow slow(int place, double allWaiting) {
        double others = (allWaiting - waiting[place]) / (places.size() - 1);
        Worst at = worst.apply(place);
        return new Slow(
                place,
                work[place],
                work[place] - spread.mean(),
                waiting[place],
                Math.max(0, others - waiting[place]),
                at.node(),
                at.excess());
    }

    /// One row per slow place, slowest first: `place`, `work`, `excess` over the mean, its own
    /// `waiting`, how much longer the `others_wait`, and the node where it exceeds `most_at`.
    public Table table() {
        List<Slow> slow = slow();
        int count = slow.size();
        return Table.of(
                Column.text("place", count, row -> places.name(slow.get(row).place()))
                        .headed(places.noun()),
                Column.real("work", count, row -> slow.get(row).work()).in(metric).headed("works"),
                Column.real("excess", count, row -> slow.get(row).excess())
                        .in(metric)
                        .headed("beyond mean"),
                Column.real("waiting", count, row -> slow.get(row).waiting())
                        .in(metric)
                        .headed("waits"),
                Column.real("others_wait", count, row -> slow.get(row).othersWait())
                        .in(metric)
                        .headed("others wait more"),
                Column.text(
                                "most_at",
                                count,
                                row -> slow.get(row).worst() < 0 ? "" : path(slow.get(row).worst()))
                        .headed("most at"));
    }

    /// The call path of a node.
    public String path(int node) {
        return NodePath.of(tree, node);
    }
}
