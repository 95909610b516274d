package treeline.view;

import treeline.ledger.Accounts;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.Numbers;
import treeline.single.Drift;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.Workload;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// The findings of a run. Each one names the node, location or iteration to select in a viewer.
/// Numbers are those of [Numbers]. Imbalance is computed from exclusive values, because inclusive
/// ones repeat it in every caller and hide computation behind the waits that follow it.
///
/// @param total the sum of the roots
/// @param elapsed of the only root; NaN if no rank has several threads or there are several roots
/// @param hotPath from the heaviest root down; empty if no value is positive
/// @param places the compared locations: ranks or, if there is only one rank, its threads
/// @param addsThreads whether imbalances are those of sums over the threads of each rank
public record Findings(
        ImmutableDoubles inclusive,
        double total,
        double elapsed,
        ImmutableInts hotPath,
        Locations places,
        boolean addsThreads,
        List<Pattern> patterns,
        List<Imbalance> imbalances,
        List<SlowRank> slowRanks,
        List<Drift.Loop> drifts) {
    private static final int MAX_FINDINGS = 5;

    /// Nodes where a pattern is looked for, those where most is lost, and values of them.
    private static final int MAX_LOOKED_AT = 100;

    private static final int MAX_VALUES = 1 << 22;

    /// Of what a rank takes in all, less is not worth a line.
    public static final double FLOOR_OF_RUN = 0.01;

    /// An imbalanced node.
    ///
    /// @param waiting whether its time is waiting, which usually results from imbalance elsewhere
    /// @param slowest the contexts of the slowest location
    public record Imbalance(int node, Moments spread, boolean waiting, ImmutableInts slowest) {}

    /// A node at which one rank in every period takes longer.
    ///
    /// @param excess the mean of these ranks minus the mean of all ranks
    /// @param contexts the contexts of these ranks
    public record Pattern(
            int node, RankPeriod period, double excess, boolean waiting, ImmutableInts contexts) {}

    /// A rank that computes longer than the others.
    ///
    /// @param worker the rank or its critical thread, see [Workload#worker]
    /// @param contexts the contexts of this rank
    public record SlowRank(Workload.Slow slow, String worker, ImmutableInts contexts) {}

    public Findings {
        patterns = List.copyOf(patterns);
        imbalances = List.copyOf(imbalances);
        slowRanks = List.copyOf(slowRanks);
        drifts = List.copyOf(drifts);
    }

    /// What the findings of a run are chosen from, in memory or in parts.
    ///
    /// @param elapsed of each node, if it differs from the inclusive value
    /// @param mean what the mean rank takes in all
    /// @param contexts how many there are
    /// @param uneven exclusive values; empty if there is nothing to compare
    /// @param work of ranks; empty if other places are compared
    /// @param valuesOf the exclusive values of places at some nodes, 0 or NaN if they did not run
    ///   it
    /// @param loops whose iterations are known
    public record Evidence(
            Optional<double[]> elapsed,
            double mean,
            int contexts,
            Locations places,
            Optional<LoadImbalance> uneven,
            Optional<Workload> work,
            Function<int[], double[][]> valuesOf,
            List<Drift.Loop> loops) {

        public Evidence {
            loops = List.copyOf(loops);
        }

        private static Evidence of(Numbers numbers, Reduction over, Accounts accounts) {
            Profile profile = numbers.profile();
            Locations places = numbers.places();
            Metric own = numbers.metric().in(Scope.EXCLUSIVE);
            return new Evidence(
                    numbers.elapsed(over),
                    numbers.total(numbers.inclusive(Reduction.MEAN)),
                    profile.contexts().size(),
                    places,
                    places.size() < 2
                            ? Optional.empty()
                            : Optional.of(
                                    LoadImbalance.of(
                                            profile, own, places, accounts, LoadImbalance.DEFAULT)),
                    places.by() == Locations.By.RANK
                            ? Optional.of(Workload.of(profile, own, places, accounts))
                            : Optional.empty(),
                    nodes ->
                            Arrays.stream(nodes)
                                    .mapToObj(
                                            node ->
                                                    numbers.ofPlaces(
                                                            places, own.scope(), new int[] {node}))
                                    .toArray(double[][]::new),
                    Drift.loops(profile, numbers.metric()));
        }
    }

    /// Looks at a run as an expert would.
    ///
    /// @param profile loaded with iterations where drifts are to be found
    /// @param metric one that adds up over the tree
    public static Findings of(Profile profile, Metric metric, Reduction over, Accounts accounts) {
        Numbers numbers = Numbers.of(profile, metric);
        return of(numbers, over, Evidence.of(numbers, over, accounts));
    }

    /// The same of a run that may have been read in parts.
    ///
    /// @param numbers of the run, or of its reduction over ranks
    public static Findings of(Numbers numbers, Reduction over, Evidence evidence) {
        double[] inclusive = numbers.inclusive(over);
        int[] hotPath = HotPath.of(numbers.tree(), inclusive, HotPath.DEFAULT_SHARE);
        var search = new Search(evidence, FLOOR_OF_RUN * evidence.mean);
        return new Findings(
                ImmutableDoubles.owning(inclusive),
                numbers.total(inclusive),
                evidence.elapsed.map(numbers::ofOnlyRoot).orElse(Double.NaN),
                ImmutableInts.owning(hotPath),
                evidence.places,
                evidence.work.filter(Workload::hasThreads).isPresent(),
                evidence.uneven.map(search::patterns).orElse(List.of()),
                evidence.uneven.map(search::imbalances).orElse(List.of()),
                evidence.work.map(search::slowRanks).orElse(List.of()),
                drifts(evidence.loops));
    }

    /// The same of a profile that is part of a run.
    ///
    /// @param whole what shares are of
    public Findings ofWhole(double whole) {
        return new Findings(
                inclusive,
                whole,
                elapsed,
                hotPath,
                places,
                addsThreads,
                patterns,
                imbalances,
                slowRanks,
                drifts);
    }

    private static List<Drift.Loop> drifts(List<Drift.Loop> loops) {
        return loops.stream()
                .filter(loop -> loop.isDrift() || loop.isJump())
                .sorted(Comparator.comparingDouble((Drift.Loop loop) -> -Math.abs(loop.change())))
                .limit(MAX_FINDINGS)
                .toList();
    }

    /// The search for findings.
    ///
    /// @param least the minimum lost time of a finding
    private record Search(Evidence evidence, double least) {

        List<Pattern> patterns(LoadImbalance all) {
            int most = Math.min(MAX_LOOKED_AT, MAX_VALUES / evidence.places.size());
            int[] nodes = uneven(all, most).toArray();
            double[][] values = evidence.valuesOf.apply(nodes);
            return IntStream.range(0, nodes.length)
                    .mapToObj(i -> pattern(nodes[i], values[i], all))
                    .flatMap(Optional::stream)
                    .filter(pattern -> pattern.excess() > least)
                    .limit(MAX_FINDINGS)
                    .toList();
        }

        private IntStream uneven(LoadImbalance all, int most) {
            return Arrays.stream(all.nodes())
                    .filter(node -> all.spread(node).lost() > least)
                    .limit(most);
        }

        private Optional<Pattern> pattern(int node, double[] value, LoadImbalance all) {
            return RankPeriod.of(evidence.places, value)
                    .map(
                            period ->
                                    new Pattern(
                                            node,
                                            period,
                                            period.meanOf(value) - all.spread(node).mean(),
                                            all.isWaiting(node),
                                            contextsWhere(period::holds)));
        }

        List<Imbalance> imbalances(LoadImbalance all) {
            return uneven(all, MAX_FINDINGS)
                    .mapToObj(
                            node ->
                                    new Imbalance(
                                            node,
                                            all.spread(node),
                                            all.isWaiting(node),
                                            contextsOf(all.spread(node).slowest())))
                    .toList();
        }

        List<SlowRank> slowRanks(Workload work) {
            return work.slow().stream()
                    .limit(MAX_FINDINGS)
                    .map(
                            slow ->
                                    new SlowRank(
                                            slow,
                                            work.worker(slow.place()),
                                            contextsOf(slow.place())))
                    .toList();
        }

        private ImmutableInts contextsOf(int place) {
            return contextsWhere(each -> each == place);
        }

        private ImmutableInts contextsWhere(IntPredicate place) {
            return ImmutableInts.owning(
                    IntStream.range(0, evidence.contexts)
                            .filter(context -> place.test(evidence.places.of(context)))
                            .toArray());
        }
    }
}
