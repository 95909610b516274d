package treeline.question.answer;

import treeline.source.ReadReport;
import treeline.table.Column;
import treeline.table.Header;
import treeline.table.JsonWriter;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// The machine-readable forms of an answer: JSON (docs/reference/json.md) and CSV.
final class AnswerWriter {
    private static final int VERSION = 1;

    private final Answer.Builder made;
    private final Answer answer;

    AnswerWriter(Answer.Builder made, Answer answer) {
        this.made = made;
        this.answer = answer;
    }

    void writeJson(JsonWriter json) {
        json.object().name("schema").value(schema(made.question));
        for (Consumer<JsonWriter> fact : made.facts) fact.accept(json);
        if (made.stream != null) writeStream(made.stream, json);
        else if (made.nested != null) {
            writeStatements(json);
            made.nested.accept(json.name("rows"));
        } else {
            writeUnits(answer.table(), json);
            writeStatements(json);
            answer.table().toJson(json.name("rows"));
        }
        for (Consumer<JsonWriter> fact : made.last) fact.accept(json);
        json.end();
    }

    /// `treeline/ensemble-stats/1`.
    private static String schema(String question) {
        return "treeline/%s/%d".formatted(question.replace(' ', '-'), VERSION);
    }

    private void writeStream(RowStream stream, JsonWriter json) {
        var first = new boolean[] {true};
        Unchecked.run(
                () ->
                        stream.forEach(
                                part -> {
                                    if (first[0]) {
                                        writeUnits(part, json);
                                        writeStatements(json);
                                        json.name("rows").array();
                                    }
                                    first[0] = false;
                                    part.toJsonRows(json);
                                }));
        json.end();
    }

    private static void writeUnits(Table rows, JsonWriter json) {
        List<Header> headers = rows.columns().stream().map(Column::header).toList();
        if (headers.stream().allMatch(each -> each.unit().symbol().isEmpty())) return;
        json.name("units").object();
        for (Header each : headers)
            if (!each.unit().symbol().isEmpty()) json.name(each.name()).value(each.unit().symbol());
        json.end();
    }

    private void writeStatements(JsonWriter json) {
        List<Statement> statements = answer.statements();
        if (statements.isEmpty()) return;
        json.name("statements").array();
        statements.forEach(each -> each.toJson(json));
        json.end();
    }

    void writeCsv(Appendable out) throws IOException {
        if (made.stream == null) {
            qualified(answer.table()).toCsv(out);
            return;
        }
        var first = new boolean[] {true};
        made.stream.forEach(
                rows -> {
                    if (first[0]) qualified(rows).toCsv(out);
                    else rows.toCsvRows(out);
                    first[0] = false;
                });
    }

    private static Table qualified(Table rows) {
        return Table.of(
                rows.columns().stream()
                        .map(each -> each.renamed(each.header().qualifiedName()))
                        .toList());
    }

    static void writeNotes(ReadReport report, JsonWriter json) {
        json.name("notes").array();
        for (ReadReport.Entry entry : report.entries()) {
            json.object().name("text").value(entry.toString());
            json.name("lossy").value(entry.lossy()).end();
        }
        json.end();
    }
}
