package treeline.cluster;

import treeline.ensemble.Ensemble;
import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Metadata values that the runs of a cluster share and other runs lack: possible explanations of
/// the clusters.
public final class ClusterMetadata {
    private ClusterMetadata() {}

    /// A row for each piece of metadata on which all runs of a cluster agree, but not all runs that
    /// were clustered: `cluster`, `metadata` and `value`. In each cluster what most clusters agree
    /// on stands first: it explains the division best.
    ///
    /// @param clusters of rows that are runs, or runs at nodes: they have a label `run`
    public static Table common(Ensemble ensemble, Clustering clusters) {
        int[] runOf = runs(ensemble, clusters.features());
        List<Fact> facts = new ArrayList<>();
        for (String name : ensemble.metadataColumns())
            if (!isCommonToAll(ensemble, runOf, name))
                facts.addAll(agreed(ensemble, clusters, runOf, name));
        facts.sort(
                Comparator.comparingInt(Fact::cluster)
                        .thenComparing(Fact::agreeing, Comparator.reverseOrder()));
        var rows = Rows.of(facts);
        return Table.of(
                rows.whole("cluster", Fact::cluster),
                rows.text("metadata", Fact::name),
                rows.text("value", each -> each.value.toString()));
    }

    /// A piece of metadata with its agreement within clusters.
    ///
    /// @param agreeing the number of clusters whose runs all have the same value
    private record Fact(int cluster, String name, Value value, int agreeing) {}

    private static List<Fact> agreed(
            Ensemble ensemble, Clustering clusters, int[] runOf, String name) {
        List<Optional<Value>> common = new ArrayList<>();
        for (int each = 0; each < clusters.count(); each++)
            common.add(common(ensemble, clusters, runOf, each, name));
        int agreeing = (int) common.stream().filter(Optional::isPresent).count();
        List<Fact> facts = new ArrayList<>();
        for (int each = 0; each < clusters.count(); each++) {
            int cluster = each;
            common.get(each)
                    .ifPresent(value -> facts.add(new Fact(cluster, name, value, agreeing)));
        }
        return facts;
    }

    private static int[] runs(Ensemble ensemble, Features features) {
        Map<String, Integer> indexOf = new HashMap<>();
        for (int run = 0; run < ensemble.runs(); run++) indexOf.put(ensemble.keys().get(run), run);
        Column runs = features.labels().column(Ensemble.RUN);
        int[] runOf = new int[features.rows()];
        for (int row = 0; row < runOf.length; row++) {
            Integer run = indexOf.get(runs.text(row));
            if (run == null)
                throw new IllegalArgumentException(
                        "the run '%s' was clustered but is not part of the ensemble"
                                .formatted(runs.text(row)));
            runOf[row] = run;
        }
        return runOf;
    }

    /// Empty where the runs disagree or do not tell.
    private static Optional<Value> common(
            Ensemble ensemble, Clustering clusters, int[] runOf, int cluster, String name) {
        Optional<Value> common = Optional.empty();
        for (int row = 0; row < runOf.length; row++) {
            if (clusters.of(row) != cluster) continue;
            Optional<Value> value = ensemble.metadata(runOf[row]).get(name);
            if (value.isEmpty() || (common.isPresent() && !MetadataValues.areSame(common, value)))
                return Optional.empty();
            common = value;
        }
        return common;
    }

    private static boolean isCommonToAll(Ensemble ensemble, int[] runOf, String name) {
        var values = new HashSet<Optional<Value>>();
        for (int run : runOf)
            values.add(ensemble.metadata(run).get(name).map(MetadataValues::same));
        return values.size() == 1;
    }

    /// The names of the metadata in which runs differ.
    public static List<String> differing(Ensemble ensemble) {
        List<Metadata> runs =
                IntStream.range(0, ensemble.runs()).mapToObj(ensemble::metadata).toList();
        return ensemble.metadataColumns().stream()
                .filter(
                        name ->
                                runs.stream()
                                                .map(run -> run.get(name))
                                                .map(value -> value.map(MetadataValues::same))
                                                .distinct()
                                                .count()
                                        > 1)
                .toList();
    }
}
