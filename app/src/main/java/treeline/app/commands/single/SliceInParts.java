package treeline.app.commands.single;

import treeline.aggregate.Part;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.model.Metric;
import treeline.query.NodeSet;
import treeline.question.input.PartitionedRows;
import treeline.question.input.Recording;
import treeline.question.parameter.Arguments;
import treeline.select.Tables;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;
import treeline.table.Table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// `treeline table slice` of values that do not fit into memory as one table: rows are written part
/// by part, and people see the first ones.
final class SliceInParts {
    private final Recording recording;
    private final PartitionedRows rows;
    private final NodeSet nodes;
    private final List<Metric> metrics;

    SliceInParts(Recording recording, PartitionedRows rows, NodeSet nodes, List<Metric> metrics) {
        this.recording = recording;
        this.rows = rows;
        this.nodes = nodes;
        this.metrics = metrics;
    }

    void write(Arguments arguments, Console console) throws IOException {
        if (arguments.has(Sheet.JSON)) writeJson(arguments, console);
        else if (arguments.has(Sheet.CSV)) writeCsv(console);
        else print(Sheet.top(arguments), console);
        if (DataAnswer.isAsked(arguments)) Notes.warn(recording.report(), console);
    }

    private void each(PartitionedRows.EachTable each, Console console) throws IOException {
        rows.forEach(this::table, each, console);
    }

    private Table table(Part part) {
        return Tables.slice(part.profile(), part.contexts().toArray(), nodes, metrics);
    }

    /// What was found while parts were read is known at last.
    private ReadReport report() {
        return recording
                .report()
                .and(new ReadReport(List.of(new ReadReport.Entry(rows.note(), 1, "", false))));
    }

    private void writeCsv(Console console) throws IOException {
        var isBehindNames = new boolean[1];
        each(
                table -> {
                    if (isBehindNames[0]) table.toCsvRows(console.out());
                    else table.toCsv(console.out());
                    isBehindNames[0] = true;
                },
                console);
    }

    private void writeJson(Arguments arguments, Console console) throws IOException {
        var data = new DataAnswer("table-slice", json -> writeRows(json, console));
        try {
            TableCommand.named(data, recording, arguments)
                    .withLast(json -> Notes.write(report(), json))
                    .wrote(arguments, console);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private void writeRows(JsonWriter json, Console console) {
        json.array();
        try {
            each(table -> table.toJsonRows(json), console);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        json.end();
    }

    private void print(int top, Console console) throws IOException {
        List<Table> first = new ArrayList<>();
        var count = new long[1];
        each(
                table -> {
                    int missing = (int) Math.max(0, top - count[0]);
                    if (missing > 0 && table.rows() > 0) first.add(table.head(missing));
                    count[0] += table.rows();
                },
                console);
        Notes.print(report(), console);
        TableCommand.print(Table.concat(first), count[0], "slice", top, console);
    }
}
