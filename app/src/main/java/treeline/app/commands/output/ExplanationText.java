package treeline.app.commands.output;

import treeline.app.terminal.Console;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.Explanation;
import treeline.question.input.Explanation.Selected;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.source.ReadPlan;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;

/// The answer to `--explain`, for people and programs.
public final class ExplanationText {
    private static final int LABEL = 12;

    private ExplanationText() {}

    public static void print(Explanation explained, Arguments arguments, Console console)
            throws IOException {
        if (OutputFormat.wroteData(data(explained), arguments, console)) return;
        var out = console.out();
        out.println(
                "%s (%s): read plan\n"
                        .formatted(TextWidth.printable(explained.path()), explained.format()));
        Table ways = ways(explained);
        OutputFormat.print(
                Section.of(ways)
                        .computed("reads", true, (row, _) -> bytes(explained.ways().get(row)))
                        .columns("way")
                        .computed("", false, (row, _) -> row == 0 ? why(explained) : "")
                        .all(),
                console);
        out.println();
        line("values", "at most " + Quantity.whole(explained.values()), console);
        line("memory", memory(explained), console);
        line("loaded", explained.text(), console);
        for (Selected each : explained.selections())
            line(each.of(), each.text() + when(each), console);
    }

    private static void line(String label, String text, Console console) {
        console.out().println(TextWidth.padRight(label, LABEL) + text);
    }

    private static String memory(Explanation explained) {
        return "%s for all values at once; %s available, of which values may use half"
                .formatted(Quantity.bytes(explained.bytes()), Quantity.bytes(explained.memory()));
    }

    private static String bytes(ReadPlan.Way way) {
        return way.bytes() == ReadPlan.UNKNOWN ? "unknown" : Quantity.bytes(way.bytes());
    }

    private static String why(Explanation explained) {
        if (explained.loading() == Explanation.Loading.FROM_SUMS)
            return "chosen: one value per call path is enough";
        return explained.ways().size() == 1
                ? "chosen: the only access path"
                : "chosen: reads the fewest bytes";
    }

    private static String when(Selected selected) {
        return switch (selected.when()) {
            case NEVER -> "";
            case WHILE_READING -> "; others are skipped while reading";
            case AFTER_READING -> ", after reading";
            case UNKNOWN -> "; others are skipped while or after reading";
        };
    }

    private static Table ways(Explanation explained) {
        List<ReadPlan.Way> ways = explained.ways();
        return Table.of(
                Column.text("way", ways.stream().map(ReadPlan.Way::name).toList()),
                Column.real("bytes", ways.size(), row -> read(ways.get(row))),
                Column.flag("taken", ways.size(), row -> row == 0));
    }

    private static double read(ReadPlan.Way way) {
        return way.bytes() == ReadPlan.UNKNOWN ? Double.NaN : way.bytes();
    }

    private static Answer data(Explanation explained) {
        return new Answer.Builder("explain", ways(explained))
                .with(
                        json -> {
                            json.name("run").object().name("path").value(explained.path());
                            json.name("format").value(explained.format()).end();
                            json.name("values").value(explained.values());
                            json.name("bytes").value(explained.bytes());
                            json.name("memory").value(explained.memory());
                            json.name("loading").value(ParameterType.nameOf(explained.loading()));
                            json.name("parts").value(explained.parts());
                            json.name("text").value(explained.text());
                            write(explained.selections(), json);
                        })
                .build();
    }

    private static void write(List<Selected> selections, JsonWriter json) {
        json.name("selections").array();
        for (Selected each : selections) {
            json.object().name("of").value(each.of()).name("text").value(each.text());
            json.name("applied").value(ParameterType.nameOf(each.when())).end();
        }
        json.end();
    }
}
