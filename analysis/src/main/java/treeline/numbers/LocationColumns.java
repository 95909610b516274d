package treeline.numbers;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Scopes;

import java.util.Arrays;
import java.util.List;

/// The values of one metric by location instead of by context: sums over threads and streams, means
/// over repetitions. Point metrics use the maximum over the threads of a rank, and the mean over
/// the repetitions that have a value.
final class LocationColumns {
    private final Profile profile;
    private final ContextColumns columns;
    private final Locations ranks;
    private final RepetitionCounts repetitions;
    private volatile int @Nullable [] units;
    private volatile @Nullable MetricColumn inclusiveByRank;
    private volatile @Nullable MetricColumn exclusiveByRank;

    LocationColumns(Profile profile, ContextColumns columns) {
        List<Context> contexts = profile.contexts();
        this.profile = profile;
        this.columns = columns;
        this.ranks = Locations.of(contexts, Locations.By.RANK);
        this.repetitions = RepetitionCounts.of(profile.tree(), contexts, ranks, columns.stored());
    }

    Locations ranks() {
        return ranks;
    }

    RepetitionCounts repetitions() {
        return repetitions;
    }

    /// One column entry for each place that ran a node.
    MetricColumn by(Locations places, Scope scope) {
        return switch (places.by()) {
            case RANK -> byRank(scope);
            case THREAD -> byThread(places, scope);
            case HOST -> byHost(places, scope);
        };
    }

    private MetricColumn byHost(Locations hosts, Scope scope) {
        return columns.isPoint()
                ? GroupedColumn.largest(byRank(scope), hostOfRank(hosts), hosts.size())
                : GroupedColumn.sum(byRank(scope), hostOfRank(hosts), hosts.size());
    }

    private MetricColumn byThread(Locations threads, Scope scope) {
        if (columns.isPoint())
            return GroupedColumn.meanOfPresent(
                    columns.in(scope), threads.placeOf(), threads.size());
        if (columns.isSummed(scope))
            return Scopes.inclusive(profile.tree(), byThread(threads, Scope.EXCLUSIVE));
        return averaged(columns.in(scope), threads.placeOf(), threads);
    }

    private synchronized MetricColumn byRank(Scope scope) {
        if (columns.isPoint() || scope == Scope.EXCLUSIVE) {
            MetricColumn known = exclusiveByRank;
            if (known == null) exclusiveByRank = known = newByRank(scope);
            return known;
        }
        MetricColumn known = inclusiveByRank;
        if (known == null) inclusiveByRank = known = newByRank(scope);
        return known;
    }

    private MetricColumn newByRank(Scope scope) {
        if (columns.isPoint())
            return GroupedColumn.meanOfPresent(ofUnits(scope), rankOfUnit(), ranks.size());
        if (columns.isSummed(scope))
            return Scopes.inclusive(profile.tree(), byRank(Scope.EXCLUSIVE));
        return averaged(columns.in(scope), ranks.placeOf(), ranks);
    }

    /// The longest thread of each rank, repetitions averaged.
    MetricColumn longestThreads() {
        return averaged(ofUnits(Scope.INCLUSIVE), rankOfUnit(), ranks);
    }

    /// The largest value among the threads of a rank in a repetition.
    private MetricColumn ofUnits(Scope scope) {
        return GroupedColumn.largest(
                columns.in(scope), units(), ranks.size() * repetitions.count());
    }

    /// Of each context which repetition of which rank it is.
    int[] units() {
        int[] known = units;
        if (known == null) units = known = newUnits();
        return known;
    }

    private int[] newUnits() {
        int[] unitOf = new int[profile.contexts().size()];
        Arrays.setAll(
                unitOf,
                context -> ranks.of(context) * repetitions.count() + repetitions.indexOf(context));
        return unitOf;
    }

    private int[] rankOfUnit() {
        int[] rank = new int[ranks.size() * repetitions.count()];
        Arrays.setAll(rank, unit -> unit / repetitions.count());
        return rank;
    }

    private int[] repetitionOfUnit() {
        int[] repetition = new int[ranks.size() * repetitions.count()];
        Arrays.setAll(repetition, unit -> unit % repetitions.count());
        return repetition;
    }

    /// The sums of places, each divided by how many repetitions its rank ran.
    private MetricColumn averaged(MetricColumn column, int[] placeOf, Locations places) {
        if (!repetitions.areSeveral()) return GroupedColumn.sum(column, placeOf, places.size());
        int[] rank = rankOf(places);
        return GroupedColumn.mean(
                column, placeOf, places.size(), (node, place) -> repetitions.of(node, rank[place]));
    }

    /// One value for each repetition: the mean over the ranks, without those that lack it.
    MetricColumn byRepetition(Scope scope) {
        int[] indexOf = repetitions.indexOf();
        int count = repetitions.count();
        if (columns.isPoint())
            return GroupedColumn.meanOfPresent(ofUnits(scope), repetitionOfUnit(), count);
        if (columns.isSummed(scope))
            return Scopes.inclusive(profile.tree(), byRepetition(Scope.EXCLUSIVE));
        return GroupedColumn.mean(columns.in(scope), indexOf, count, this::ranksIn);
    }

    /// Over how many ranks a repetition of a node is averaged.
    int ranksIn(int node, int repetition) {
        return Math.max(1, ranks.size() - repetitions.lacking(node, repetition));
    }

    int[] hostOfRank(Locations hosts) {
        int[] host = new int[ranks.size()];
        for (int context = 0; context < profile.contexts().size(); context++)
            host[ranks.of(context)] = hosts.of(context);
        return host;
    }

    int[] rankOf(Locations places) {
        int[] rank = new int[places.size()];
        for (int context = 0; context < profile.contexts().size(); context++)
            rank[places.of(context)] = ranks.of(context);
        return rank;
    }
}
