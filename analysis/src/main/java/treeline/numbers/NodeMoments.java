package treeline.numbers;

import treeline.cores.Ranges;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.transform.Reduction;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Mergeable per-node statistics (mean, extremes, variance, imbalance), shared by the in-memory and
/// out-of-core code. About 64 bytes per node, independent of the number of locations.
///
/// Sums are compensated and values are added in location order, so results are bit-identical for
/// any partition and number of cores. [#merge] combines statistics of other processes and agrees up
/// to rounding.
public final class NodeMoments implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int NODES_PER_TASK = 4096;

    private final CompensatedSums sums;
    private final double[] min;
    private final double[] max;

    /// Of each node one of its values: deviations from it are summed up, which are small where
    /// values are alike.
    private final double[] pivot;

    private final double[] beyond;
    private final double[] squares;
    private final int[] present;
    private final int[] slowest;

    public NodeMoments(int nodes) {
        sums = new CompensatedSums(nodes);
        min = new double[nodes];
        max = new double[nodes];
        pivot = new double[nodes];
        beyond = new double[nodes];
        squares = new double[nodes];
        present = new int[nodes];
        slowest = new int[nodes];
        Arrays.fill(slowest, -1);
    }

    /// Of a run that is in memory.
    static NodeMoments of(MetricColumn byPlace) {
        var moments = new NodeMoments(byPlace.nodes());
        moments.add(byPlace, IntStream.range(0, byPlace.contexts()).toArray());
        return moments;
    }

    /// Of one node.
    ///
    /// @param value of each place, NaN where it has none
    static NodeMoments ofOne(double[] value) {
        var moments = new NodeMoments(1);
        for (int place = 0; place < value.length; place++) moments.add(0, place, value[place]);
        return moments;
    }

    public int nodes() {
        return sums.size();
    }

    /// Adds the values of further places, on all cores: each takes some of the nodes.
    ///
    /// @param placeOf what each context of the column is called in [Moments#slowest]
    public void add(MetricColumn byPlace, int[] placeOf) {
        if (byPlace.nodes() != nodes())
            throw new IllegalArgumentException(
                    "values of %d nodes for a tree of %d".formatted(byPlace.nodes(), nodes()));
        Ranges.Step add =
                byPlace.isKnownByNode()
                        ? (from, to) -> addNodes(byPlace.byNode(), placeOf, from, to)
                        : (from, to) -> addContexts(byPlace.byContext(), placeOf, from, to);
        Ranges.each(nodes(), NODES_PER_TASK, add);
    }

    private void addNodes(SparseRows rows, int[] placeOf, int from, int to) {
        for (int node = from; node < to; node++)
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                add(node, placeOf[rows.index(cell)], rows.value(cell));
    }

    private void addContexts(SparseRows rows, int[] placeOf, int from, int to) {
        for (int context = 0; context < rows.rows(); context++) {
            int end = rows.end(context);
            for (int cell = rows.from(context, from); cell < end && rows.index(cell) < to; cell++)
                add(rows.index(cell), placeOf[context], rows.value(cell));
        }
    }

    void add(int node, int place, double value) {
        if (Double.isNaN(value)) return;
        if (present[node]++ == 0) {
            sums.set(node, value);
            min[node] = max[node] = pivot[node] = value;
            slowest[node] = place;
            return;
        }
        sums.add(node, value);
        if (value < min[node]) min[node] = value;
        if (value > max[node]) {
            max[node] = value;
            slowest[node] = place;
        }
        double more = value - pivot[node];
        beyond[node] += more;
        squares[node] += more * more;
    }

    /// Adds what was added up elsewhere, of other places. Of equal maxima the lowest place has it.
    public void merge(NodeMoments other) {
        if (other.nodes() != nodes())
            throw new IllegalArgumentException(
                    "sums over %d nodes and over %d".formatted(nodes(), other.nodes()));
        for (int node = 0; node < nodes(); node++) if (other.present[node] > 0) merge(other, node);
    }

    private void merge(NodeMoments other, int node) {
        int count = other.present[node];
        double move = present[node] == 0 ? 0 : other.pivot[node] - pivot[node];
        sums.add(node, other.sums, node);
        if (present[node] == 0) {
            min[node] = other.min[node];
            max[node] = other.max[node];
            pivot[node] = other.pivot[node];
            slowest[node] = other.slowest[node];
        } else {
            min[node] = Math.min(min[node], other.min[node]);
            if (other.max[node] > max[node]) {
                max[node] = other.max[node];
                slowest[node] = other.slowest[node];
            } else if (other.max[node] == max[node])
                slowest[node] = Math.min(slowest[node], other.slowest[node]);
        }
        squares[node] += other.squares[node] + move * (2 * other.beyond[node] + count * move);
        beyond[node] += other.beyond[node] + count * move;
        present[node] += count;
    }

    /// The same with places of other numbers.
    ///
    /// @param toContext from what the slowest is called here to a context
    /// @param places of these contexts
    public NodeMoments withPlaces(IntUnaryOperator toContext, Locations places) {
        for (int node = 0; node < slowest.length; node++)
            if (slowest[node] >= 0) slowest[node] = places.of(toContext.applyAsInt(slowest[node]));
        return this;
    }

    /// How many places have a value at a node.
    public int present(int node) {
        return present[node];
    }

    /// The numbers of a node.
    ///
    /// @param places how many there are where one without a value counts as 0; 0 where only those
    ///   with a value count
    public Moments at(int node, int places) {
        int count = present[node];
        if (count == 0)
            return new Moments(
                    0, places, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, -1);
        int population = Math.max(places, count);
        double total = sum(node);
        boolean idle = population > count;
        return new Moments(
                count,
                population,
                total,
                idle ? Math.min(0, min[node]) : min[node],
                total / population,
                idle ? Math.max(0, max[node]) : max[node],
                variance(node, population),
                slowest[node]);
    }

    /// One value per node, NaN where nothing was measured.
    ///
    /// @param places see [#at]
    public double[] reduced(int places, Reduction over) {
        double[] values = new double[nodes()];
        Arrays.setAll(values, node -> at(node, places).reduced(over));
        return values;
    }

    /// What all places have together, NaN where none has a value.
    public double sum(int node) {
        return present[node] == 0 ? Double.NaN : sums.of(node);
    }

    /// Squares about the mean of those present, and what zeros add to them.
    private double variance(int node, int population) {
        if (population < 2) return Double.NaN;
        double count = present[node];
        double about = squares[node] - beyond[node] * beyond[node] / count;
        double mean = pivot[node] + beyond[node] / count;
        double zeros = population - count;
        double all = Math.max(0, about) + mean * mean * count * zeros / population;
        return all / (population - 1);
    }
}
