package treeline.view;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric.Scope;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The value of a node by rank and iteration, for a heat map. If there are more ranks or iterations
/// than cells, neighbours share a cell, which has the largest of their values, so that a single
/// slow rank or iteration stays visible. A rank's value is the mean of its repetitions.
///
/// @param ranks number of ranks, in the order of [Numbers#ranks]
/// @param first number of the first iteration
/// @param iterations number of iterations
/// @param values row by row; NaN if no rank of a cell ran an iteration of it
public record IterationGrid(
        int ranks, int first, int iterations, int rows, int columns, ImmutableDoubles values) {

    /// The grid of a node.
    ///
    /// @param numbers of a profile that was loaded with its iterations
    /// @return empty if the node kept no iterations, or if they are unknown in this scope
    public static Optional<IterationGrid> of(
            Numbers numbers, Scope scope, int node, int maxRows, int maxColumns) {
        return Iterations.measured(numbers, scope, node)
                .filter(each -> each.unknown().isEmpty())
                .map(each -> of(each, maxRows, maxColumns))
                .filter(each -> each.iterations > 0);
    }

    private static IterationGrid of(Iterations.Measured measured, int maxRows, int maxColumns) {
        List<List<ImmutableDoubles>> byRank = measured.byRank();
        int iterations =
                byRank.stream()
                        .flatMap(List::stream)
                        .mapToInt(ImmutableDoubles::size)
                        .max()
                        .orElse(0);
        int rows = Math.min(maxRows, byRank.size());
        int columns = Math.min(maxColumns, iterations);
        double[] cells = new double[rows * columns];
        Arrays.fill(cells, Double.NaN);
        for (int rank = 0; rank < byRank.size(); rank++) {
            int row = bin(rank, byRank.size(), rows);
            for (int at = 0; at < iterations; at++) {
                double value = mean(byRank.get(rank), at);
                int cell = row * columns + bin(at, iterations, columns);
                if (!(cells[cell] >= value) && !Double.isNaN(value)) cells[cell] = value;
            }
        }
        return new IterationGrid(
                byRank.size(),
                measured.first(),
                iterations,
                rows,
                columns,
                ImmutableDoubles.owning(cells));
    }

    private static int bin(int at, int count, int bins) {
        return (int) ((long) at * bins / count);
    }

    /// Over the repetitions that ran the iteration.
    private static double mean(List<ImmutableDoubles> repetitions, int at) {
        double sum = 0;
        int ran = 0;
        for (ImmutableDoubles series : repetitions) {
            if (at >= series.size() || Double.isNaN(series.at(at))) continue;
            sum += series.at(at);
            ran++;
        }
        return ran == 0 ? Double.NaN : sum / ran;
    }
}
