package treeline.app.commands.builds;

import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.compare.ComparedNode;
import treeline.compare.Comparison;
import treeline.compare.VarianceSource;
import treeline.model.Unit;
import treeline.question.parameter.Arguments;
import treeline.question.screen.Colour;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/// A comparison in the terminal, or in machine-readable form.
final class ComparisonText {
    private final ComparisonAnswer answer;
    private final Comparison comparison;
    private final Arguments arguments;
    private final Console console;

    ComparisonText(ComparisonAnswer answer, Arguments arguments, Console console) {
        this.answer = answer;
        this.comparison = answer.comparison();
        this.arguments = arguments;
        this.console = console;
    }

    void print() throws IOException {
        if (data().wrote(arguments, console)) return;
        console.out().println(TextWidth.printable(answer.heading()));
        if (!answer.verdict().isEmpty()) console.out().println(painted(answer.verdict()));
        console.out().println();
        List<ComparedNode> listed =
                arguments.has(CompareCommand.ALL) ? comparison.nodes() : answer.changed();
        sheet(listed).print(Sheet.top(arguments), console);
        console.out().println();
        if (!answer.undecided().isEmpty())
            console.out().println(TextWidth.printable(answer.undecided()));
        for (String line : answer.counts())
            console.out().println(console.screen().paint(line, Colour.GREY));
        console.out().println(answer.noise());
    }

    private String painted(String verdict) {
        return console.screen()
                .paint(
                        TextWidth.printable(verdict),
                        comparison.passes() ? Colour.GREEN : Colour.BOLD_RED);
    }

    private Sheet sheet(List<ComparedNode> listed) {
        Unit unit = comparison.metric().unit();
        int rows = listed.size();
        Table table =
                Table.of(
                        Column.text("path", rows, row -> listed.get(row).path()),
                        Column.real("before", rows, row -> listed.get(row).before()),
                        Column.real("after", rows, row -> listed.get(row).after()),
                        Column.real("p", rows, row -> listed.get(row).adjusted()),
                        Column.real("effect", rows, row -> listed.get(row).effect()));
        var sheet =
                new Sheet(table, console.screen())
                        .computed("", false, row -> status(listed.get(row)))
                        .computed(
                                "change",
                                true,
                                row -> ComparisonAnswer.relative(listed.get(row).ratio()));
        if (comparison.noise() != VarianceSource.UNKNOWN)
            sheet.computed("95 % interval", true, row -> ComparisonAnswer.interval(listed.get(row)))
                    .number("p", "p adjusted")
                    .number("effect", "effect");
        return sheet.value("before", "before", unit)
                .value("after", "after", unit)
                .text("path", "call path");
    }

    private String status(ComparedNode node) {
        return answer.word(node.status()) + (node.fails() ? ", fails" : "");
    }

    private DataAnswer data() {
        return new DataAnswer("compare", comparison.table())
                .metric(comparison.metric())
                .values(comparison.metric(), "before", "after", "change")
                .with(
                        json -> {
                            json.name("baseline").object().name("path").value(answer.baseline());
                            json.name("runs").value(comparison.runsBefore()).end();
                            json.name("candidate").object().name("path").value(answer.candidate());
                            json.name("runs").value(comparison.runsAfter()).end();
                            json.name("noise")
                                    .value(comparison.noise().name().toLowerCase(Locale.ROOT));
                            json.name("tested").value(comparison.tested());
                            json.name("test")
                                    .value(comparison.byPermutation() ? "permutation" : "t");
                            json.name("paths").value(comparison.paths());
                            json.name("common_paths").value(comparison.common());
                        })
                .number("level", comparison.rule().level())
                .number("least_share", comparison.rule().leastShare())
                .number("fail_above", comparison.rule().failAbove())
                .with(
                        json -> {
                            json.name("passes").value(comparison.passes());
                            json.name("undecided").value(answer.undecidedNodes().size());
                        })
                .unit("before", comparison.metric().unit())
                .unit("after", comparison.metric().unit())
                .unit("change", comparison.metric().unit());
    }
}
