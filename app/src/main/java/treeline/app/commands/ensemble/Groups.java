package treeline.app.commands.ensemble;

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

/// The groups of runs that `--group-by` asks for, and the columns that name them: one for each
/// piece of metadata, so that programs need not take keys apart.
final class Groups {
    static final Parameter<String> GROUP_BY =
            Parameter.of(
                            "group-by",
                            ParameterType.text("METADATA"),
                            "one result for each of its values")
                    .severalTimes();

    private final List<String> by;
    private final List<RunGroup> groups;

    private Groups(List<String> by, List<RunGroup> groups) {
        this.by = by;
        this.groups = groups;
    }

    static boolean areAsked(Arguments arguments) {
        return arguments.has(GROUP_BY);
    }

    static Groups of(Ensemble ensemble, Arguments arguments) {
        List<String> by = arguments.all(GROUP_BY).stream().distinct().toList();
        return new Groups(by, ensemble.groupBy(by.toArray(String[]::new)));
    }

    /// The means of the groups in the place of runs, where groups are asked for.
    static Ensemble means(Ensemble ensemble, Arguments arguments) {
        return areAsked(arguments)
                ? ensemble.aggregated(
                        Statistic.MEAN, arguments.all(GROUP_BY).toArray(String[]::new))
                : ensemble;
    }

    List<RunGroup> all() {
        return groups;
    }

    /// `compiler = gcc, ranks = 8 (3 runs)`.
    String heading(RunGroup group) {
        return "%s (%s)"
                .formatted(named(group), ContextSummary.counted(group.members().size(), "run"));
    }

    /// `compiler = gcc, ranks = 8`.
    String named(RunGroup group) {
        return group.named(by);
    }

    /// The key of one group, in every row.
    List<Column> keys(RunGroup group, int rows, Set<String> taken) {
        return columns(java.util.Collections.nCopies(rows, group), taken);
    }

    /// The key of each group, a row each.
    List<Column> keys(Set<String> taken) {
        return columns(groups, taken);
    }

    /// @param taken names of other columns, which a key must not have
    private List<Column> columns(List<RunGroup> rows, Set<String> taken) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < by.size(); i++) {
            int at = i;
            String name = taken.contains(by.get(i)) ? "metadata." + by.get(i) : by.get(i);
            columns.add(column(name, rows.stream().map(group -> group.key().get(at)).toList(), at));
        }
        return columns;
    }

    /// Whole numbers where all groups have one, so that all tables of an answer agree.
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
