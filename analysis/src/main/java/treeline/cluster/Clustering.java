package treeline.cluster;

import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/// An assignment of rows to clusters. Clusters are numbered by their centroids, ascending in the
/// first feature, so that equal data get equal numbers.
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

    /// How well rows fit their clusters: the mean over all rows, see [#silhouette(int)]. Where a
    /// sample was looked at, each cluster counts by its size.
    public double silhouette() {
        if (sample() == silhouette.length) return mean(_ -> true);
        double sum = 0;
        for (int cluster = 0; cluster < count(); cluster++)
            sum += size(cluster) * silhouetteOf(cluster);
        return sum / silhouette.length;
    }

    /// How well a row fits its cluster: 1 where all other clusters are far away, 0 between two
    /// clusters, negative where another one is nearer (Rousseeuw 1987). Alone in a cluster it is 0,
    /// with one cluster there is none, and of more than 4,000 rows it is NaN for those that are not
    /// in the [#sample()].
    public double silhouette(int row) {
        return silhouette[row];
    }

    /// Of how many rows there are silhouettes: all of up to 4,000 rows, since every row is compared
    /// with every other one, and of more about 4,000, with at least 20 (or all) rows of each
    /// cluster. With one cluster it is all rows.
    public int sample() {
        if (count() == 1) return silhouette.length;
        return (int) Arrays.stream(silhouette).filter(each -> !Double.isNaN(each)).count();
    }

    /// The mean over the rows of a cluster.
    public double silhouetteOf(int cluster) {
        return mean(row -> of(row) == cluster);
    }

    private double mean(IntPredicate chosen) {
        double sum = 0;
        int rows = 0;
        for (int row : features.canonicalOrder())
            if (chosen.test(row) && (count() == 1 || !Double.isNaN(silhouette[row]))) {
                sum += silhouette[row];
                rows++;
            }
        return sum / rows;
    }

    /// A row for each row of the features, with `cluster`, `silhouette` (missing outside of the
    /// sample) and what the row is, by cluster.
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
