package treeline.ensemble;

import org.jspecify.annotations.Nullable;

import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.WholeColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Run metadata as typed columns: integers, reals or flags if all values of a key have that type,
/// otherwise text.
final class MetadataTable {
    private MetadataTable() {}

    static Table of(List<String> keys, List<Metadata> runs, List<String> names) {
        int[] all = IntStream.range(0, runs.size()).toArray();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(Ensemble.RUN, keys));
        for (String name : names) {
            Column column = column(runs, name, all);
            columns.add(name.equals(Ensemble.RUN) ? column.renamed("metadata." + name) : column);
        }
        return Table.of(columns);
    }

    static Table unique(List<Metadata> runs, List<String> names) {
        List<String> column = new ArrayList<>();
        List<Long> count = new ArrayList<>();
        List<String> text = new ArrayList<>();
        for (String name : names.stream().sorted(String.CASE_INSENSITIVE_ORDER).toList()) {
            var values = new TreeSet<Value>(MetadataValues::compare);
            for (Metadata run : runs)
                run.get(name).map(MetadataValues::same).ifPresent(values::add);
            for (Value value : values) {
                column.add(name);
                count.add((long) values.size());
                text.add(value.toString());
            }
        }
        return Table.of(
                Column.text("column", column),
                Column.whole("values", count.stream().mapToLong(Long::longValue).toArray()),
                Column.text("value", text));
    }

    /// @param runOf the run of each row
    static Column column(List<Metadata> runs, String name, int[] runOf) {
        int rows = runOf.length;
        if (runs.stream().allMatch(run -> is(run, name, Value.Whole.class)))
            return Column.whole(name, rows, row -> whole(runs.get(runOf[row]), name));
        if (runs.stream().allMatch(run -> isNumber(run, name)))
            return Column.real(
                    name, rows, row -> MetadataValues.number(runs.get(runOf[row]), name));
        return Column.text(name, rows, row -> text(runs.get(runOf[row]), name));
    }

    private static boolean is(Metadata run, String name, Class<? extends Value> type) {
        return run.get(name).map(type::isInstance).orElse(true);
    }

    private static boolean isNumber(Metadata run, String name) {
        return is(run, name, Value.Whole.class) || is(run, name, Value.Real.class);
    }

    private static long whole(Metadata run, String name) {
        return run.get(name).orElse(null) instanceof Value.Whole(long value)
                ? value
                : WholeColumn.MISSING;
    }

    private static @Nullable String text(Metadata run, String name) {
        return run.get(name).map(Value::toString).orElse(null);
    }
}
