package treeline.view;

import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.numbers.activity.Activities;
import treeline.single.Drift;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
public record Findings(
        Population population,
        ImmutableDoubles inclusive,
        double total,
        double elapsed,
        ImmutableInts hotPath,
        Locations places,
        List<Pattern> patterns,
        List<Imbalance> imbalances,
        List<SlowRank> slowRanks,
        List<Drift.Loop> drifts) {
    private static final int MAX_FINDINGS = 5;

    /// Nodes where a pattern is looked for: those where most is lost.
    private static final int MAX_LOOKED_AT = 100;

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
    /// @param contexts the contexts of this rank
    public record SlowRank(Workload.Slow slow, ImmutableInts contexts) {}

    public Findings {
        patterns = List.copyOf(patterns);
        imbalances = List.copyOf(imbalances);
        slowRanks = List.copyOf(slowRanks);
        drifts = List.copyOf(drifts);
    }

    /// Looks at a run as an expert would.
    ///
    /// @param profile loaded with iterations where drifts are to be found
    /// @param metric one that adds up over the tree
    public static Findings of(
            Profile profile, Metric metric, Reduction over, Activities activities) {
        Numbers numbers = Numbers.of(profile, metric);
        double[] inclusive = numbers.inclusive(over);
        int[] hotPath = HotPath.of(profile.tree(), inclusive, HotPath.DEFAULT_SHARE);
        double total = numbers.total(inclusive);
        Locations places = numbers.places();
        var search =
                new Search(
                        profile,
                        metric.in(Scope.EXCLUSIVE),
                        places,
                        activities,
                        FLOOR_OF_RUN * numbers.total(numbers.inclusive(Reduction.MEAN)));
        Optional<LoadImbalance> uneven = search.uneven();
        return new Findings(
                numbers.population(),
                ImmutableDoubles.owning(inclusive),
                total,
                numbers.elapsed(over).map(numbers::ofOnlyRoot).orElse(Double.NaN),
                ImmutableInts.owning(hotPath),
                places,
                uneven.map(search::patterns).orElse(List.of()),
                uneven.map(search::imbalances).orElse(List.of()),
                search.slowRanks(),
                drifts(profile, numbers.metric()));
    }

    /// The same of a profile that is part of a run.
    ///
    /// @param whole what shares are of
    public Findings ofWhole(double whole) {
        return new Findings(
                population,
                inclusive,
                whole,
                elapsed,
                hotPath,
                places,
                patterns,
                imbalances,
                slowRanks,
                drifts);
    }

    private static List<Drift.Loop> drifts(Profile profile, Metric metric) {
        return Drift.loops(profile, metric).stream()
                .filter(loop -> loop.isDrift() || loop.isJump())
                .sorted(Comparator.comparingDouble((Drift.Loop loop) -> -Math.abs(loop.change())))
                .limit(MAX_FINDINGS)
                .toList();
    }

    /// The search for findings.
    ///
    /// @param least the minimum lost time of a finding
    private record Search(
            Profile profile, Metric metric, Locations places, Activities activities, double least) {

        Optional<LoadImbalance> uneven() {
            if (places.size() < 2) return Optional.empty();
            return Optional.of(
                    LoadImbalance.of(
                            profile,
                            metric,
                            places,
                            activities,
                            new Threshold.ShareOfLargest(0.01)));
        }

        List<Pattern> patterns(LoadImbalance all) {
            Numbers numbers = Numbers.of(profile, metric);
            return Arrays.stream(all.nodes())
                    .filter(node -> all.spread(node).lost() > least)
                    .limit(MAX_LOOKED_AT)
                    .mapToObj(node -> pattern(numbers, node, all))
                    .flatMap(Optional::stream)
                    .filter(pattern -> pattern.excess() > least)
                    .limit(MAX_FINDINGS)
                    .toList();
        }

        private Optional<Pattern> pattern(Numbers numbers, int node, LoadImbalance all) {
            double[] value = numbers.ofPlaces(places, metric.scope(), new int[] {node});
            return RankPeriod.of(places, value)
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
            return Arrays.stream(all.nodes())
                    .filter(node -> all.spread(node).lost() > least)
                    .limit(MAX_FINDINGS)
                    .mapToObj(
                            node ->
                                    new Imbalance(
                                            node,
                                            all.spread(node),
                                            all.isWaiting(node),
                                            contextsOf(all.spread(node).slowest())))
                    .toList();
        }

        List<SlowRank> slowRanks() {
            if (places.by() != Locations.By.RANK) return List.of();
            return Workload.of(profile, metric, places, activities).slow().stream()
                    .filter(slow -> slow.excess() > least)
                    .limit(MAX_FINDINGS)
                    .map(slow -> new SlowRank(slow, contextsOf(slow.place())))
                    .toList();
        }

        private ImmutableInts contextsOf(int place) {
            return contextsWhere(each -> each == place);
        }

        private ImmutableInts contextsWhere(IntPredicate place) {
            return ImmutableInts.owning(
                    IntStream.range(0, profile.contexts().size())
                            .filter(context -> place.test(places.of(context)))
                            .toArray());
        }
    }
}
