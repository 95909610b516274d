package treeline.formats.ncu;

import treeline.formats.reading.CsvRecords;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads kernels with their metrics. Launches of a kernel in one stream are combined by metric:
/// sums and durations are added, maxima and minima kept, others averaged.
final class NcuReader {
    static final Metric LAUNCHES = new Metric("launches", Unit.COUNT, Metric.Scope.EXCLUSIVE);

    private final CsvRecords records;
    private final ReadReport.Log log = new ReadReport.Log();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final Map<Cell, Rollup> cells = new LinkedHashMap<>();
    private final Map<String, Metric> metrics = new LinkedHashMap<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private final Set<String> launches = new HashSet<>();

    /// Which metrics of which launches were read: sections of the details page repeat some.
    private final Set<List<Object>> seen = new HashSet<>();

    private NcuColumns columns = new NcuColumns(List.of());

    private record Cell(int node, int context, Metric metric) {}

    NcuReader(CsvRecords records) {
        this.records = records;
    }

    LoadedSource read() throws IOException {
        columns = header();
        List<String> units = columns.form() == NcuColumns.Form.WIDE ? unitRow() : List.of();
        for (List<String> record = records.next(); record != null; record = records.next()) {
            if (record.size() == 1 && record.getFirst().isBlank()) continue;
            if (record.size() == 1 && record.getFirst().startsWith("=="))
                continue; // ncu's own words
            if (columns.isComplete(record)) addRecord(record, units);
            else log.lost("the field count of a record differs from the header", records.place());
        }
        if (!records.isTerminated())
            log.note("the last line is not terminated; the file may be truncated", "");
        if (cells.isEmpty()) throw records.malformed("at least one kernel with a metric", "none");
        cells.forEach(
                (cell, rollup) ->
                        builder.add(
                                builder.metric(cell.metric),
                                cell.context,
                                cell.node,
                                rollup.value()));
        return new LoadedSource(builder.build(), log.report());
    }

    private NcuColumns header() throws IOException {
        for (String line = records.nextLine(); line != null; line = records.nextLine())
            if (NcuColumns.isHeader(line)) return new NcuColumns(CsvRecords.fieldsOf(line));
        throw records.malformed("a header with \"ID\" and \"Kernel Name\"", "none");
    }

    private List<String> unitRow() throws IOException {
        List<String> units = records.next();
        if (units == null || units.size() != columns.names().size())
            throw records.malformed("a row of units below the header", "none");
        return units;
    }

    private void addRecord(List<String> record, List<String> units) {
        String kernel = columns.field(record, NcuColumns.KERNEL);
        if (kernel.isEmpty()) {
            log.lost("a record has no kernel name", records.place());
            return;
        }
        int above = ProfileBuilder.ROOT;
        for (Frame range : columns.ranges(record)) above = builder.child(above, range);
        int node = builder.child(above, new Frame(Frame.Kind.KERNEL, kernel, "", 0, ""));
        int context = builder.context(context(columns.field(record, NcuColumns.STREAM)));
        label("block size", node, columns.field(record, NcuColumns.BLOCK));
        label("grid size", node, columns.field(record, NcuColumns.GRID));
        label("nvtx", node, columns.nvtx(record));
        switch (columns.form()) {
            case LONG -> addLong(record, node, context);
            case SUMMARY -> addSummary(record, node, context);
            case WIDE -> addWide(record, units, node, context);
        }
    }

    private static Context context(String stream) {
        return stream.matches("\\d{1,9}")
                ? new Context(
                        "", Context.NONE, Context.NONE, Integer.parseInt(stream), Context.NONE)
                : Context.WHOLE;
    }

    /// A label that differs between launches says so.
    private void label(String name, int node, String text) {
        if (text.isEmpty()) return;
        String known =
                labels.merge(name + node, text, (old, more) -> old.equals(more) ? old : "several");
        builder.label(name, node, known);
    }

    private void addLong(List<String> record, int node, int context) {
        String name = columns.field(record, NcuColumns.METRIC);
        String unit = columns.field(record, NcuColumns.UNIT);
        String id = columns.field(record, "ID");
        if (!name.isEmpty() && seen.add(List.of(id, node, context, name, unit)))
            add(name, unit, columns.field(record, NcuColumns.VALUE), node, context);
        countLaunch(id, node, context, 1);
    }

    /// A summary has one value where launches had several: it is not rolled up again.
    private void addSummary(List<String> record, int node, int context) {
        String name = columns.field(record, NcuColumns.METRIC);
        String unit = columns.field(record, NcuColumns.UNIT);
        if (!name.isEmpty()) {
            add(name + ".avg", unit, columns.field(record, NcuColumns.AVERAGE), node, context);
            add(name + ".min", unit, columns.field(record, NcuColumns.MINIMUM), node, context);
            add(name + ".max", unit, columns.field(record, NcuColumns.MAXIMUM), node, context);
        }
        double count = NcuNumber.parse(columns.field(record, NcuColumns.INVOCATIONS));
        countLaunch("summary", node, context, Double.isNaN(count) ? 1 : count);
    }

    private void addWide(List<String> record, List<String> units, int node, int context) {
        for (int column : columns.metricColumns())
            add(columns.names().get(column), units.get(column), record.get(column), node, context);
        countLaunch(columns.field(record, "ID"), node, context, 1);
    }

    private void countLaunch(String id, int node, int context, double count) {
        if (launches.add("%s/%d/%d".formatted(id, node, context)))
            put(LAUNCHES, node, context, count);
    }

    private void add(String name, String unit, String text, int node, int context) {
        if (NcuNumber.isAbsent(text)) return;
        double value = NcuNumber.parse(text);
        if (Double.isNaN(value)) {
            log.note("a metric is not a number", "%s, %s".formatted(name, records.place()));
            return;
        }
        Unit stated = NcuNumber.unit(unit);
        Metric metric = metrics.computeIfAbsent(name, each -> metric(each, stated));
        if (!stated.convertsTo(metric.unit())) // another quantity of the same name
        metric =
                    metrics.computeIfAbsent(
                            "%s (%s)".formatted(name, stated.symbol()),
                            each -> new Metric(each, stated, Metric.Scope.POINT));
        if (!stated.equals(metric.unit())) {
            log.note("launches give a metric in several units; the first is used", name);
            value *= stated.factorTo(metric.unit());
        }
        put(metric, node, context, value);
    }

    private void put(Metric metric, int node, int context, double value) {
        cells.computeIfAbsent(new Cell(node, context, metric), _ -> Rollup.of(metric)).add(value);
    }

    private static Metric metric(String name, Unit unit) {
        if (name.equals("Duration") || name.equals("gpu__time_duration.sum"))
            return new Metric("time", unit, Metric.Scope.EXCLUSIVE);
        boolean sum = name.endsWith(".sum");
        return new Metric(name, unit, sum ? Metric.Scope.EXCLUSIVE : Metric.Scope.POINT);
    }
}
