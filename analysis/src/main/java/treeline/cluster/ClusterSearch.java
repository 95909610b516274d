package treeline.cluster;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.table.Table;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Parameters of `treeline ensemble cluster`: the rows to cluster, their features, and the number
/// of clusters, with defaults.
///
/// @param metrics the metrics used as features; if neither metrics nor metadata are named, the
///   default metric of the runs
/// @param metadata numeric metadata used as additional features
/// @param clusters the number of clusters; if empty, the best number from 2 to 8
/// @param components the number of principal components to cluster on; if empty, the features
///   themselves
/// @param seed of the random number generator
public record ClusterSearch(
        Rows rows,
        List<Metric> metrics,
        List<String> metadata,
        OptionalInt clusters,
        OptionalInt components,
        long seed) {
    /// The kind of row that is clustered.
    public enum Rows {
        RUNS,
        /// By their means over runs.
        NODES,
        /// Each run at each node.
        VALUES
    }

    /// A clustering with the features it is based on.
    ///
    /// @param measured the features before standardisation
    /// @param components the principal components, if they were requested
    /// @param clusters the clustering of the standardised features or of the components
    /// @param most the largest number of clusters that was tried; empty if the number was requested
    public record Found(
            Rows rows,
            Features measured,
            Optional<PrincipalComponents> components,
            Clustering clusters,
            OptionalInt most) {}

    public ClusterSearch {
        metrics = List.copyOf(metrics);
        metadata = List.copyOf(metadata);
    }

    /// Runs by the usual metric at every node.
    public static ClusterSearch withDefaults() {
        return new ClusterSearch(
                Rows.RUNS,
                List.of(),
                List.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                KMeans.DEFAULT_SEED);
    }

    public ClusterSearch of(Rows what) {
        return new ClusterSearch(what, metrics, metadata, clusters, components, seed);
    }

    /// What rows are alike in.
    public ClusterSearch by(List<Metric> some, List<String> numbers) {
        return new ClusterSearch(rows, some, numbers, clusters, components, seed);
    }

    public ClusterSearch in(int count) {
        return new ClusterSearch(rows, metrics, metadata, OptionalInt.of(count), components, seed);
    }

    public ClusterSearch reducedTo(int directions) {
        return new ClusterSearch(
                rows, metrics, metadata, clusters, OptionalInt.of(directions), seed);
    }

    public ClusterSearch withSeed(long other) {
        return new ClusterSearch(rows, metrics, metadata, clusters, components, other);
    }

    public Found on(Ensemble ensemble) {
        Features measured = features(ensemble);
        Features standardised = measured.standardised();
        if (components.isEmpty()) return found(measured, Optional.empty(), standardised);
        PrincipalComponents directions = PrincipalComponents.of(standardised);
        return found(measured, Optional.of(directions), directions.reduced(components.getAsInt()));
    }

    private Found found(
            Features measured, Optional<PrincipalComponents> directions, Features features) {
        if (clusters.isPresent())
            return new Found(
                    rows,
                    measured,
                    directions,
                    KMeans.of(clusters.getAsInt()).withSeed(seed).on(features),
                    OptionalInt.empty());
        List<Clustering> all = KMeans.each(features, 2, KMeans.DEFAULT_MAX_CLUSTERS, seed);
        return new Found(
                rows,
                measured,
                directions,
                KMeans.best(all),
                OptionalInt.of(all.getLast().count()));
    }

    private Features features(Ensemble ensemble) {
        List<Metric> asked =
                metrics.isEmpty() && metadata.isEmpty()
                        ? List.of(ensemble.profile().outline().defaultMetric())
                        : metrics;
        return switch (rows) {
            case RUNS -> Features.ofRuns(ensemble, asked, metadata);
            case NODES -> ofNodes(ensemble, asked);
            case VALUES -> ofValues(ensemble, asked);
        };
    }

    private Features ofNodes(Ensemble ensemble, List<Metric> asked) {
        if (!metadata.isEmpty())
            throw new IllegalArgumentException(
                    "nodes have no metadata such as '%s'; use it to cluster runs or values"
                            .formatted(metadata.getFirst()));
        Table means = Statistics.of(ensemble, asked, List.of(Statistic.MEAN));
        return Features.of(
                ofProgram(means, ensemble), means.names().subList(2, means.names().size()));
    }

    private Features ofValues(Ensemble ensemble, List<Metric> asked) {
        Table values = ensemble.withMetrics(asked).performance(metadata.toArray(String[]::new));
        return Features.of(
                ofProgram(values, ensemble), values.names().subList(3, values.names().size()));
    }

    /// The rows without those measured outside of all regions, which are not part of the program.
    private static Table ofProgram(Table rows, Ensemble ensemble) {
        Column node = rows.column(Ensemble.NODE);
        return rows.filter(
                row -> !ensemble.tree().frame((int) node.number(row)).isOutsideRegions());
    }
}
