package treeline.single;

import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.Numbers;
import treeline.numbers.Sample;
import treeline.table.Column;
import treeline.table.Table;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Compute and waiting time of each rank. A slow rank computes longer than most ranks; the others
/// wait for it, so the ranks that wait the most are the fast ones.
///
/// A rank or host with several threads is as slow as its critical thread, the one that computes
/// longest: times of threads that run next to each other do not add up to a time that others wait.
public final class Workload {
    /// Of the time of the mean rank, less work is trivial.
    private static final double MIN_SHARE = 0.01;

    private final CallTree tree;
    private final Metric metric;
    private final Locations places;
    private final Locations threads;
    private final int[] critical;
    private final Sums sums;
    private final double[] total;
    private final IntFunction<Worst> worst;
    private final Sample spread;

    /// @param threads of these places, or the places themselves
    /// @param ofThreads what each of them does
    /// @param worst of each place; only asked for places that are slow
    public Workload(
            CallTree tree,
            Metric metric,
            Locations places,
            Locations threads,
            Sums ofThreads,
            IntFunction<Worst> worst) {
        this(
                tree,
                metric,
                places,
                threads,
                critical(places, threads, ofThreads.work),
                ofThreads,
                worst);
    }

    private Workload(
            CallTree tree,
            Metric metric,
            Locations places,
            Locations threads,
            int[] critical,
            Sums ofThreads,
            IntFunction<Worst> worst) {
        this.tree = tree;
        this.metric = metric;
        this.places = places;
        this.threads = threads;
        this.critical = critical;
        this.sums = ofThreads;
        this.total = new double[places.size()];
        int[] placeOf = places.ofEach(threads);
        for (int thread = 0; thread < placeOf.length; thread++)
            total[placeOf[thread]] += ofThreads.work[thread] + ofThreads.waiting[thread];
        this.worst = worst;
        this.spread =
                Sample.ofPlaces(
                        Arrays.stream(critical).mapToDouble(each -> sums.work[each]).toArray(),
                        /* absentCounts= */ true);
    }

    /// The thread of each place that works longest. Streams of devices count where a place has
    /// nothing else.
    private static int[] critical(Locations places, Locations threads, double[] work) {
        int[] critical = new int[places.size()];
        Arrays.fill(critical, -1);
        int[] placeOf = places.ofEach(threads);
        for (int thread = 0; thread < placeOf.length; thread++) {
            int before = critical[placeOf[thread]];
            if (before < 0 || isBefore(thread, before, threads, work))
                critical[placeOf[thread]] = thread;
        }
        return critical;
    }

    private static boolean isBefore(int thread, int other, Locations threads, double[] work) {
        boolean ofHost = threads.place(thread).stream() == Context.NONE;
        boolean otherOfHost = threads.place(other).stream() == Context.NONE;
        return ofHost == otherOfHost ? work[thread] > work[other] : ofHost;
    }

    /// The work of ranks or hosts of a run in memory.
    ///
    /// @param metric one that adds up over the tree
    /// @param places ranks or hosts: threads have parts of their own, and one that idles is no fast
    ///   one
    public static Workload of(Profile profile, Metric metric, Locations places, Accounts accounts) {
        if (!places.absentCounts())
            throw new IllegalArgumentException(
                    "workloads can be compared over ranks or hosts only");
        Locations threads = threads(profile.contexts(), places);
        MetricColumn column = Numbers.of(profile, metric).by(threads, Scope.EXCLUSIVE);
        var sums = new Sums(threads.size());
        sums.add(column, IntStream.range(0, threads.size()).toArray(), accounts);
        int[] critical = critical(places, threads, sums.work);
        SparseRows rows = column.byContext();
        double[] mean = mean(rows, critical, profile.tree().size());
        return new Workload(
                profile.tree(),
                metric,
                places,
                threads,
                critical,
                sums,
                place -> Worst.of(rows, critical[place], mean, accounts));
    }

    /// The threads among which each place's critical thread is found; the places themselves if none
    /// has several threads.
    public static Locations threads(List<Context> contexts, Locations places) {
        Locations threads = Locations.of(contexts, Locations.By.THREAD);
        return threads.size() > places.size() ? threads : places;
    }

    /// The mean of each node over some rows; one without a value counts as 0.
    private static double[] mean(SparseRows rows, int[] chosen, int nodes) {
        double[] mean = new double[nodes];
        for (int row : chosen)
            for (int cell = rows.start(row); cell < rows.end(row); cell++)
                if (!Double.isNaN(rows.value(cell)))
                    mean[rows.index(cell)] += rows.value(cell) / chosen.length;
        return mean;
    }

    /// The same with other nodes at which places exceed the mean.
    public Workload withWorst(IntFunction<Worst> other) {
        return new Workload(tree, metric, places, threads, critical, sums, other);
    }

    /// The thread that a place is as slow as, among [#threads]: the place itself if it has one.
    public int critical(int place) {
        return critical[place];
    }

    public Locations threads() {
        return threads;
    }

    /// Whether places have several threads, of which one is critical.
    public boolean hasThreads() {
        return threads != places;
    }

    /// Compute and waiting time of each place, summed over nodes. Further places can be added, so a
    /// run is read at once or in parts.
    public static final class Sums implements Serializable {
        private static final long serialVersionUID = 1;
        private final double[] work;
        private final double[] waiting;

        public Sums(int places) {
            work = new double[places];
            waiting = new double[places];
        }

        /// Adds exclusive values, for each place in the order of nodes.
        ///
        /// @param placeOf the place of each context of the column
        public void add(MetricColumn column, int[] placeOf, Accounts accounts) {
            boolean byNode = column.isKnownByNode();
            SparseRows rows = byNode ? column.byNode() : column.byContext();
            for (int row = 0; row < rows.rows(); row++)
                for (int cell = rows.start(row); cell < rows.end(row); cell++) {
                    double value = rows.value(cell);
                    if (Double.isNaN(value)) continue;
                    int index = rows.index(cell);
                    int place = placeOf[byNode ? index : row];
                    boolean waits = accounts.isWaiting(byNode ? row : index);
                    (waits ? waiting : work)[place] += value;
                }
        }

        /// Adds what was added up elsewhere.
        public void merge(Sums other) {
            Arrays.setAll(work, place -> work[place] + other.work[place]);
            Arrays.setAll(waiting, place -> waiting[place] + other.waiting[place]);
        }
    }

    /// The node at which a location exceeds the mean the most.
    ///
    /// @param node -1 if there is none
    /// @param excess its exclusive value beyond the mean
    public record Worst(int node, double excess) implements Serializable {
        private static final long serialVersionUID = 1;

        public static final Worst NONE = new Worst(-1, 0);

        /// The node of one place, among those that do not wait.
        ///
        /// @param byPlace exclusive values, a row for each place
        /// @param mean of each node over all places, NaN where none ran it
        public static Worst of(SparseRows byPlace, int place, double[] mean, Accounts accounts) {
            int worst = -1;
            double most = 0;
            for (int cell = byPlace.start(place); cell < byPlace.end(place); cell++) {
                int node = byPlace.index(cell);
                double beyond = byPlace.value(cell) - (Double.isNaN(mean[node]) ? 0 : mean[node]);
                if (!(beyond > most) || accounts.isWaiting(node)) continue;
                worst = node;
                most = beyond;
            }
            return new Worst(worst, most);
        }
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

    public Metric metric() {
        return metric;
    }

    public Locations places() {
        return places;
    }

    /// How long the critical thread of a place works, waits left out.
    public double work(int place) {
        return sums.work[critical[place]];
    }

    /// How long the critical thread of a place waits.
    public double waiting(int place) {
        return sums.waiting[critical[place]];
    }

    /// What a place has in all, its threads added up.
    public double total(int place) {
        return total[place];
    }

    /// How the work spreads over the places.
    public Sample spread() {
        return spread;
    }

    /// Those that work longer than the mean and than the median by more than [Moments#FLOOR] of
    /// each, slowest first: workers of a master are not slow. Work beyond the mean that is below 1
    /// % of the mean rank's time does not count.
    public List<Slow> slow() {
        if (places.size() < 2) return List.of();
        double allWaiting = IntStream.range(0, places.size()).mapToDouble(this::waiting).sum();
        double median = spread.percentile(0.5);
        double least = MIN_SHARE * (spread.mean() + allWaiting / places.size());
        return IntStream.range(0, places.size())
                .filter(place -> isAbove(work(place), spread.mean()))
                .filter(place -> isAbove(work(place), median))
                .mapToObj(place -> slow(place, allWaiting))
                .filter(each -> each.excess() > least)
                .sorted(Comparator.comparingDouble((Slow each) -> -each.excess()))
                .toList();
    }

    private static boolean isAbove(double value, double centre) {
        return value - centre > Moments.FLOOR * centre;
    }

    private Slow slow(int place, double allWaiting) {
        double others = (allWaiting - waiting(place)) / (places.size() - 1);
        Worst at = worst.apply(place);
        return new Slow(
                place,
                work(place),
                work(place) - spread.mean(),
                waiting(place),
                Math.max(0, others - waiting(place)),
                at.node(),
                at.excess());
    }

    /// One row per slow place, slowest first: `place`, its critical `thread`, `work`, `excess` over
    /// the mean, its own `waiting`, how much longer the `others_wait`, and the node where it
    /// exceeds `most_at`.
    public Table table() {
        List<Slow> slow = slow();
        int count = slow.size();
        return Table.of(
                Column.text("place", count, row -> places.name(slow.get(row).place()))
                        .headed(places.noun()),
                Column.text("thread", count, row -> thread(slow.get(row).place())),
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

    /// The name of its critical thread; empty if it has one thread.
    private String thread(int place) {
        return hasThreads() ? threads.name(critical[place]) : "";
    }

    /// What computes as long as a place: `rank 3`, or its critical thread: `rank 3 thread 2`,
    /// `node7 rank 3 thread 2`.
    public String worker(int place) {
        String thread = threads.name(critical[place]);
        boolean names = places.by() != Locations.By.HOST || thread.startsWith(places.name(place));
        return names ? thread : places.name(place) + " " + thread;
    }

    /// The call path of a node.
    public String path(int node) {
        return NodePath.of(tree, node);
    }
}
