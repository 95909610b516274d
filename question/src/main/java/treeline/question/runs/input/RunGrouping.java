package treeline.question.runs.input;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.model.Metadata;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.table.Column;
import treeline.table.WholeColumn;
import treeline.view.ContextSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The groups of runs that `--group-by` selects, with one key column per metadata name.
public final class RunGrouping {
    public static final Parameter<String> GROUP_BY =
            Parameter.of("group-by", ParameterType.text("METADATA"), "one result per value")
                    .severalTimes();

    private final List<String> by;
    private final List<RunGroup> groups;

    private RunGrouping(List<String> by, List<RunGroup> groups) {
        this.by = by;
        this.groups = groups;
    }

    public static boolean isAsked(Arguments arguments) {
        return arguments.has(GROUP_BY);
    }

    public static RunGrouping of(Ensemble ensemble, Arguments arguments) {
        List<String> by = arguments.all(GROUP_BY).stream().distinct().toList();
        return new RunGrouping(by, ensemble.groupBy(by.toArray(String[]::new)));
    }

    /// The mean of each group as a run, or the runs themselves without `--group-by`.
    public static Ensemble means(Ensemble ensemble, Arguments arguments) {
        return isAsked(arguments)
                ? ensemble.aggregated(
                        Statistic.MEAN, arguments.all(GROUP_BY).toArray(String[]::new))
                : ensemble;
    }

    public List<RunGroup> all() {
        return groups;
    }

    /// `compiler = gcc, ranks = 8 (3 runs)`.
    public String heading(RunGroup group) {
        return "%s (%s)"
                .formatted(group.named(by), ContextSummary.counted(group.members().size(), "run"));
    }

    /// The key columns of one group, the same in every row.
    public List<Column> keys(RunGroup group, int rows, Set<String> taken) {
        return columns(java.util.Collections.nCopies(rows, group), taken);
    }

    /// The key columns of all groups, one row per group.
    public List<Column> keys(Set<String> taken) {
        return columns(groups, taken);
    }

    /// @param taken names of other columns, which key columns must not have
    private List<Column> columns(List<RunGroup> rows, Set<String> taken) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < by.size(); i++) {
            int at = i;
            String name = taken.contains(by.get(i)) ? "metadata." + by.get(i) : by.get(i);
            columns.add(column(name, rows.stream().map(group -> group.key().get(at)).toList(), at));
        }
        return columns;
    }

    /// Integers if the keys of all groups are integers, so that all tables of an answer agree.
    private Column column(String name, List<Optional<Metadata.Value>> values, int at) {
        boolean whole =
                groups.stream()
                        .flatMap(group -> group.key().get(at).stream())
                        .allMatch(Metadata.Value.Whole.class::isInstance);
        if (whole) return Column.whole(name, values.size(), row -> whole(values.get(row)));
        return Column.text(
                name,
                values.size(),
                row -> values.get(row).map(Metadata.Value::toString).orElse(null));
    }

    private static long whole(Optional<Metadata.Value> value) {
        return value.orElse(null) instanceof Metadata.Value.Whole(long number)
                ? number
                : WholeColumn.MISSING;
    }
}
