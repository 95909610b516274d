package treeline.app.commands.builds;

import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.compare.ComparedNode;
import treeline.compare.Comparison;
import treeline.compare.VarianceSource;
import treeline.model.Unit;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
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
        if (OutputFormat.wroteData(data(), arguments, console)) return;
        console.out().println(TextWidth.printable(answer.heading()));
        if (!answer.verdict().isEmpty()) console.out().println(painted(answer.verdict()));
        console.out().println();
        List<ComparedNode> listed =
                arguments.has(CompareCommand.ALL) ? comparison.nodes() : answer.changed();
        OutputFormat.print(shown(listed).top(RowLimit.top(arguments)), console);
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

    private Section.Builder shown(List<ComparedNode> listed) {
        Unit unit = comparison.metric().unit();
        int rows = listed.size();
        Table table =
                Table.of(
                        Column.text("path", rows, row -> listed.get(row).path()),
                        Column.real("before", rows, row -> listed.get(row).before()),
                        Column.real("after", rows, row -> listed.get(row).after()),
                        Column.real("p", rows, row -> listed.get(row).adjusted()),
                        Column.real("effect", rows, row -> listed.get(row).effect()));
        Section.Builder shown =
                Section.of(table)
                        .computed("", false, (row, _) -> status(listed.get(row)))
                        .computed(
                                "change",
                                true,
                                (row, _) -> ComparisonAnswer.relative(listed.get(row).ratio()));
        if (comparison.noise() != VarianceSource.UNKNOWN)
            shown.computed(
                            "95 % interval",
                            true, (row, _) -> ComparisonAnswer.interval(listed.get(row)))
                    .number("p", "p adjusted")
                    .number("effect", "effect");
        return shown.value("before", "before", unit)
                .value("after", "after", unit)
                .text("path", "call path");
    }

    private String status(ComparedNode node) {
        return answer.word(node.status()) + (node.fails() ? ", fails" : "");
    }

    private Answer data() {
        return new Answer.Builder("compare", comparison.table())
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
                .unit("change", comparison.metric().unit())
                .build();
    }
}
