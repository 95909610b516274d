package treeline.view;

import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.numbers.NodeTotals;
import treeline.numbers.Population;
import treeline.single.HotPath;
import treeline.transform.Reduction;

import java.util.Arrays;

/// The values of the rows of a [TreeArrays], NaN if not measured, and the total of their shares.
/// The hot path is a list of rows; point readings have none.
///
/// @param population of the values
public record NodeMeasures(
        ImmutableDoubles inclusive,
        ImmutableDoubles exclusive,
        double total,
        ImmutableInts hotPath,
        Population population) {

    public static NodeMeasures of(NodeTotals values, TreeArrays rows, Reduction over) {
        double[] inclusive = values.inclusive(over);
        return new NodeMeasures(
                rows.of(inclusive),
                rows.of(values.exclusive(over)),
                values.total(rows.tops(), inclusive),
                ImmutableInts.owning(values.isPoint() ? new int[0] : hotPath(rows, inclusive)),
                values.population());
    }

    private static int[] hotPath(TreeArrays rows, double[] inclusive) {
        int[] tops = rows.tops();
        int[] path =
                tops.length == 1
                        ? HotPath.from(rows.tree(), tops[0], inclusive, HotPath.DEFAULT_SHARE)
                        : HotPath.of(rows.tree(), inclusive, HotPath.DEFAULT_SHARE);
        return Arrays.stream(path).map(rows::row).takeWhile(row -> row >= 0).toArray();
    }
}
