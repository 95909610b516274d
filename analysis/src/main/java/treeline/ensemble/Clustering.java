package treeline.ensemble;

import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;

/// Which rows are alike. Clusters are numbered by their centres, ascending in the first feature, so
/// that equal data have equal numbers.
public final class Clustering {
    private final Features features;
    private final Partition partition;
    private final double[] silhouette;

    /// @param silhouette of each row
    Clustering(Features features, Partition partition, double[] silhouette) {
        this.features = features;
        this.partition = partition;
        this.silhouette = silhouette;
    }

    public Features features() {
        return features;
    }

    /// How many clusters there are.
    public int count() {
        return partition.count();
    }

    /// The cluster of a row.
    public int of(int row) {
        return partition.of(row);
    }

    /// How many rows a cluster has, at least one.
    public int size(int cluster) {
        int size = 0;
        for (int row = 0; row < features.rows(); row++) if (of(row) == cluster) size++;
        return size;
    }

    /// The mean of a feature over the rows of a cluster.
    public double centre(int cluster, int column) {
        return partition.centre(cluster, column);
    }

    /// The squared distances of all rows from their centres, added up: what [KMeans] makes small.
    public double inertia() {
        return partition.inertia();
    }

    /// How well rows fit their clusters: the mean over all rows, see [#silhouette(int)].
    public double silhouette() {
        double sum = 0;
        for (int row : features.canonicalOrder()) sum += silhouette[row];
        return sum / silhouette.length;
    }

    /// How well a row fits its cluster: 1 where all other clusters are far away, 0 between two
    /// clusters, negative where another one is nearer (Rousseeuw 1987). Alone in a cluster it is 0,
    /// and with one cluster there is none.
    public double silhouette(int row) {
        return silhouette[row];
    }

    /// The mean over the rows of a cluster.
    public double silhouetteOf(int cluster) {
        double sum = 0;
        for (int row : features.canonicalOrder()) if (of(row) == cluster) sum += silhouette[row];
        return sum / size(cluster);
    }

    /// A row for each row of the features, with `cluster`, `silhouette` and what the row is, by
    /// cluster.
    public Table rows() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole("cluster", features.rows(), this::of));
        columns.add(Column.real("silhouette", silhouette));
        for (Column label : features.labels().columns())
            columns.add(
                    label.name().equals("cluster") || label.name().equals("silhouette")
                            ? label.renamed("metadata." + label.name())
                            : label);
        return Table.of(columns);
    }

    /// A row for each cluster: `cluster`, `rows`, `silhouette`, then `<feature>_centre`.
    public Table centres() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole("cluster", count(), cluster -> cluster));
        columns.add(Column.whole("rows", count(), this::size));
        columns.add(Column.real("silhouette", count(), this::silhouetteOf));
        for (int i = 0; i < features.columns().size(); i++) {
            int column = i;
            columns.add(
                    Column.real(
                            features.columns().get(i) + "_centre",
                            count(),
                            cluster -> centre(cluster, column)));
        }
        return Table.of(columns);
    }

    @Override
    public String toString() {
        return "%d rows in %d clusters, silhouette %s"
                .formatted(features.rows(), count(), silhouette());
    }
}
