package treeline.question.answer;

import treeline.source.ReadReport;
import treeline.table.JsonWriter;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The machine-readable forms of an answer: JSON (docs/reference/json.md) and CSV.
final class AnswerWriter {
    private static final int VERSION = 1;

    private AnswerWriter() {}

    static void writeJson(Answer.Builder made, List<Statement> statements, JsonWriter json) {
        json.object().name("schema").value(schema(made.question));
        for (Consumer<JsonWriter> fact : made.facts) fact.accept(json);
        if (!made.units.isEmpty()) {
            json.name("units").object();
            made.units.forEach((column, unit) -> json.name(column).value(unit));
            json.end();
        }
        if (!statements.isEmpty()) {
            json.name("statements").array();
            statements.forEach(each -> each.toJson(json));
            json.end();
        }
        json.name("rows");
        made.rows.accept(json);
        for (Consumer<JsonWriter> fact : made.last) fact.accept(json);
        json.end();
    }

    /// `treeline/ensemble-stats/1`.
    private static String schema(String question) {
        return "treeline/%s/%d".formatted(question.replace(' ', '-'), VERSION);
    }

    static void writeCsv(Answer.Builder made, Answer answer, Appendable out) throws IOException {
        if (made.stream == null) {
            withHeadings(answer.table(), made.headings).toCsv(out);
            return;
        }
        var first = new boolean[] {true};
        made.stream.forEach(
                rows -> {
                    if (first[0]) withHeadings(rows, made.headings).toCsv(out);
                    else rows.toCsvRows(out);
                    first[0] = false;
                });
    }

    private static Table withHeadings(Table rows, Map<String, String> headings) {
        return Table.of(
                rows.columns().stream()
                        .map(each -> each.renamed(headings.getOrDefault(each.name(), each.name())))
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
