package treeline.app.commands.ensemble;

import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Measured;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.parameter.Arguments;
import treeline.question.screen.Paragraph;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.table.TextColumn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What a question about many runs is answered by: a table, or one for each group of runs. People
/// get a title and what names a row first, programs all columns with their units.
final class Answer {
    private static final String NODE = "node";

    private final String question;
    private final String title;
    private final String label;
    private final List<Block> blocks = new ArrayList<>();
    private final Map<String, Measured> shown = new LinkedHashMap<>();
    private final List<Consumer<DataAnswer>> facts = new ArrayList<>();

    /// A table with what people read around it.
    private record Block(List<Column> keys, String heading, Table rows, List<String> notes) {
        Table whole() {
            List<Column> all = new ArrayList<>(keys);
            all.addAll(rows.columns());
            return Table.of(all);
        }
    }

    /// @param question the word of the command, which the schema is named by
    /// @param label the column that names a row, such as `path`
    Answer(String question, String title, String label) {
        this.question = question;
        this.title = title;
        this.label = label;
    }

    Answer metric(Metric metric) {
        facts.add(data -> data.metric(metric));
        return this;
    }

    Answer with(Consumer<JsonWriter> fact) {
        facts.add(data -> data.with(fact));
        return this;
    }

    /// The answer for all runs.
    ///
    /// @param notes lines below the table
    Answer add(List<Measured> columns, List<String> notes) {
        return add(List.of(), "", columns, notes);
    }

    /// The answer for a group of runs.
    ///
    /// @param keys what the group is called, of as many rows as the columns
    Answer add(List<Column> keys, String heading, List<Measured> columns, List<String> notes) {
        columns.forEach(column -> shown.putIfAbsent(column.column().name(), column));
        Table rows = Table.of(columns.stream().map(Measured::column).toList());
        blocks.add(new Block(keys, heading, rows, notes));
        return this;
    }

    int print(Arguments arguments, Console console) throws IOException {
        if (data().wrote(arguments, console)) return ExitCode.SUCCESS;
        console.out().println(title);
        for (Block block : blocks) {
            console.out().println();
            if (!block.heading.isEmpty())
                console.out().println(TextWidth.printable(block.heading) + ":");
            sheet(block.rows, console).print(Sheet.top(arguments), console);
            for (String note : block.notes)
                console.out().println(Paragraph.of(note, console.screen()));
        }
        return ExitCode.SUCCESS;
    }

    private DataAnswer data() {
        Table all = Table.concat(blocks.stream().map(Block::whole).toList());
        var data = new DataAnswer("ensemble-" + question, all).text("heading", title);
        facts.forEach(fact -> fact.accept(data));
        shown.forEach((name, column) -> data.unit(name, column.unit()));
        return data;
    }

    private Sheet sheet(Table rows, Console console) {
        Sheet sheet = new Sheet(rows, console.screen()).label(label, heading(label));
        for (Column column : rows.columns()) {
            String name = column.name();
            if (name.equals(label) || name.equals(NODE)) continue;
            if (column instanceof TextColumn) sheet.text(name, heading(name));
            else sheet.value(name, heading(name), unit(name));
        }
        return sheet;
    }

    private String heading(String column) {
        Measured measured = shown.get(column);
        return TextWidth.printable(measured == null ? column : measured.heading());
    }

    private Unit unit(String column) {
        Measured measured = shown.get(column);
        return measured == null ? Unit.COUNT : measured.unit();
    }
}
