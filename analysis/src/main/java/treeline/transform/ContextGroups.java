package treeline.transform;

import treeline.array.Percentiles;
import treeline.cores.Ranges;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Groups contexts and reduces each group to one context: the threads of a rank, the repetitions of
/// a run, or all contexts. The grouping is any function of a context:
///
/// ```
/// Profile byRank = ContextGroups.of(profile, ContextGroups::rankOf).reduced(Reduction.SUM);
/// ```
///
/// Use it for custom groupings. [treeline.numbers.Numbers] defines the standard numbers of a run:
/// it sums threads and averages repetitions, which a mean over all contexts does not.
///
/// Iterations of loops are summed when contexts are merged, because iterations of different
/// contexts do not correspond. A context that stays alone keeps them.
public final class ContextGroups {
    private final Profile profile;
    private final List<Context> groups;
    private final int[] groupOf;
    private final int[] size;

    private ContextGroups(Profile profile, List<Context> groups, int[] groupOf) {
        this.profile = profile;
        this.groups = groups;
        this.groupOf = groupOf;
        this.size = new int[groups.size()];
        for (int group : groupOf) size[group]++;
    }

    public static ContextGroups of(Profile profile, UnaryOperator<Context> group) {
        List<Context> contexts = profile.contexts();
        var index = new TreeMap<Context, Integer>();
        List<Context> keys = contexts.stream().map(group).toList();
        for (Context key : keys) index.put(key, 0);
        List<Context> groups = List.copyOf(index.keySet());
        for (int i = 0; i < groups.size(); i++) index.put(groups.get(i), i);
        int[] groupOf = keys.stream().mapToInt(index::get).toArray();
        return new ContextGroups(profile, groups, groupOf);
    }

    /// All contexts together.
    public static Context whole(Context context) {
        return Context.WHOLE;
    }

    /// The host alone: ranks of one host are together.
    public static Context hostOf(Context context) {
        return Context.ofHost(context.host());
    }

    /// The rank alone: its threads, streams and repetitions are together.
    public static Context rankOf(Context context) {
        return Context.ofRank(context.rank());
    }

    /// The number of the thread alone: threads 0 of all ranks are together.
    public static Context threadOf(Context context) {
        return Context.ofThread(Context.NONE, context.thread());
    }

    /// Everything but the repetition: what is left when a run did its main event several times.
    public static Context withoutRepetition(Context context) {
        return context.inRepetition(Context.NONE);
    }

    /// The repetition alone: all ranks of one repetition are together.
    public static Context repetitionOf(Context context) {
        return Context.WHOLE.inRepetition(context.repetition());
    }

    public List<Context> groups() {
        return groups;
    }

    /// The index in [#groups()] of a context of the profile.
    public int groupOf(int context) {
        return groupOf[context];
    }

    /// How many contexts a group has.
    public int size(int group) {
        return size[group];
    }

    /// One value a node and group; what a mean or extreme is taken over says [Reduction].
    public Profile reduced(Reduction over) {
        return reduced(
                (values, from, to, group) ->
                        switch (over) {
                            case SUM -> SparseRows.sumOf(values, from, to);
                            case MEAN -> SparseRows.sumOf(values, from, to) / size[group];
                            case MIN -> extreme(values, from, to, false);
                            case MAX -> extreme(values, from, to, true);
                        });
    }

    /// The value that a share of the contexts that ran the node does not exceed, interpolated
    /// between neighbours: `percentile(0.5)` is the median.
    public Profile percentile(double share) {
        if (!(share >= 0 && share <= 1))
            throw new IllegalArgumentException("a percentile must be from 0 to 1, found " + share);
        return reduced(
                (values, from, to, _) -> {
                    Arrays.sort(values, from, to);
                    return Percentiles.ofSorted(values, from, to, share);
                });
    }

    private static double extreme(double[] values, int from, int to, boolean largest) {
        double extreme = values[from];
        for (int i = from + 1; i < to; i++)
            extreme = largest ? Math.max(extreme, values[i]) : Math.min(extreme, values[i]);
        return extreme;
    }

    /// Reduces the values `[from, to)` of a group at a node to one value.
    @FunctionalInterface
    private interface Reducer {
        double of(double[] values, int from, int to, int group);
    }

    private Profile reduced(Reducer reducer) {
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : profile.metrics())
            columns.add(reduced(profile.column(metric), reducer));
        Outline old = profile.outline();
        return new Profile(
                old.withContexts(groups)
                        .withContextLabels(old.contextLabels().stream().map(this::label).toList()),
                new MetricTable(old.metrics(), columns));
    }

    /// What all contexts of a group have in common; nothing where they differ.
    private Label label(Label ofContexts) {
        String[] texts = new String[groups.size()];
        boolean[] met = new boolean[texts.length];
        for (int context = 0; context < groupOf.length; context++) {
            int group = groupOf[context];
            String text = ofContexts.at(context);
            texts[group] = met[group] && !text.equals(texts[group]) ? "" : text;
            met[group] = true;
        }
        return Label.of(ofContexts.name(), List.of(texts));
    }

    private MetricColumn reduced(MetricColumn column, Reducer reducer) {
        SparseRows rows = column.byNode();
        int perTask = Ranges.rowsPerTask(rows.rows(), rows.cells());
        List<SparseRows> parts =
                Ranges.map(rows.rows(), perTask, (from, to) -> reduced(rows, from, to, reducer));
        return MetricColumn.ofNodes(SparseRows.concatenated(parts), groups.size());
    }

    private SparseRows reduced(SparseRows rows, int from, int to, Reducer reducer) {
        var reduced = new SparseRows.Builder();
        var row = new GroupedRow(groups.size());
        for (int node = from; node < to; node++) {
            row.fill(rows, node, groupOf);
            for (int i = 0; i < row.met; i++) {
                int group = row.groups[i];
                if (size[group] == 1) reduced.copy(group, rows, row.cell[group]);
                else
                    reduced.add(group, reducer.of(row.values, row.start(i), row.end[group], group));
            }
            reduced.endRow();
        }
        return reduced.build();
    }

    /// The cells of a node sorted by group, by a counting sort. Only groups with a value are
    /// touched, because most nodes of large runs were run by few contexts.
    private static final class GroupedRow {
        private final int[] groups;
        private final int[] count;
        private final int[] end;
        private final int[] cell;
        private int met;
        private double[] values = new double[16];

        GroupedRow(int size) {
            groups = new int[size];
            count = new int[size];
            end = new int[size];
            cell = new int[size];
        }

        int start(int i) {
            return i == 0 ? 0 : end[groups[i - 1]];
        }

        void fill(SparseRows rows, int node, int[] groupOf) {
            count(rows, node, groupOf);
            int at = 0;
            for (int i = 0; i < met; i++) {
                end[groups[i]] = at;
                at += count[groups[i]];
                count[groups[i]] = 0;
            }
            if (values.length < at) values = new double[at * 2];
            for (int each = rows.start(node); each < rows.end(node); each++)
                if (!Double.isNaN(rows.value(each)))
                    values[end[groupOf[rows.index(each)]]++] = rows.value(each);
        }

        private void count(SparseRows rows, int node, int[] groupOf) {
            met = 0;
            boolean ascending = true;
            for (int each = rows.start(node); each < rows.end(node); each++) {
                if (Double.isNaN(rows.value(each))) continue;
                int group = groupOf[rows.index(each)];
                cell[group] = each;
                if (count[group]++ > 0) continue;
                ascending &= met == 0 || groups[met - 1] < group;
                groups[met++] = group;
            }
            if (!ascending) Arrays.sort(groups, 0, met);
        }
    }
}
