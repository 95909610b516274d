package treeline.question.runs;

import treeline.ensemble.ColumnHeading;
import treeline.ensemble.RunGroup;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Heading;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.RunGrouping;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The table of an answer about all runs, or one table per group of runs. Readers get a section per
/// group; programs get one table whose first columns are the keys of the groups.
final class GroupedTable {
    private static final String NODE = "node";

    private final String label;
    private final Arguments arguments;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Supplier<Table>> forPrograms = new ArrayList<>();
    private final Map<String, ColumnHeading> columns = new LinkedHashMap<>();

    /// The rows of all runs or of a group, for readers and for programs.
    ///
    /// @param footnote a remark about the rows for readers, or empty
    /// @param statements about the rows
    /// @param forPrograms computed only if a program reads them
    record Rows(
            List<ColumnHeading> forReaders,
            String footnote,
            List<? extends Block> statements,
            Supplier<List<ColumnHeading>> forPrograms) {

        /// Rows that readers and programs get alike.
        static Rows same(List<ColumnHeading> rows, List<? extends Block> statements) {
            return new Rows(rows, "", statements, () -> rows);
        }
    }

    /// @param label the column that names a row, such as `path`
    GroupedTable(String label, Arguments arguments) {
        this.label = label;
        this.arguments = arguments;
    }

    /// Declares columns for programs that differ from those for readers, with their units.
    GroupedTable declare(List<ColumnHeading> programs) {
        programs.forEach(each -> columns.putIfAbsent(each.column().name(), each));
        return this;
    }

    /// Adds the table of all runs.
    void add(Rows rows) {
        addSection(rows);
        forPrograms.add(() -> table(List.of(), rows.forPrograms.get()));
    }

    /// Adds the table of a group of runs.
    void add(RunGrouping grouping, RunGroup group, Rows rows) {
        blocks.add(new Heading(TextWidth.printable(grouping.heading(group)) + ":"));
        addSection(rows);
        forPrograms.add(
                () -> {
                    List<ColumnHeading> all = rows.forPrograms.get();
                    Set<String> taken =
                            all.stream()
                                    .map(each -> each.column().name())
                                    .collect(Collectors.toSet());
                    int count = all.getFirst().column().rows();
                    return table(grouping.keys(group, count, taken), all);
                });
    }

    private static Table table(List<Column> keys, List<ColumnHeading> rows) {
        List<Column> all = new ArrayList<>(keys);
        rows.forEach(each -> all.add(each.column()));
        return Table.of(all);
    }

    private void addSection(Rows rows) {
        declare(rows.forReaders);
        blocks.add(section(rows));
        blocks.addAll(rows.statements);
    }

    private Section section(Rows rows) {
        Section.Builder section = Section.of(table(List.of(), rows.forReaders));
        for (ColumnHeading each : rows.forReaders)
            if (each.column().name().equals(label)) section.label(label, heading(each));
        for (ColumnHeading each : rows.forReaders) {
            String name = each.column().name();
            if (name.equals(label) || name.equals(NODE)) continue;
            if (each.column() instanceof TextColumn) section.text(name, heading(each));
            else section.value(name, heading(each), each.unit());
        }
        return section.footnote(rows.footnote).top(RowLimit.top(arguments));
    }

    private static String heading(ColumnHeading column) {
        return TextWidth.printable(column.heading());
    }

    /// The answer with all sections and units.
    Answer.Builder answer(String question, String title, List<Statement> warnings) {
        var answer =
                new Answer.Builder(
                                question,
                                () ->
                                        Table.concat(
                                                forPrograms.stream().map(Supplier::get).toList()))
                        .title(title)
                        .text("heading", title)
                        .add(warnings)
                        .add(blocks);
        columns.forEach((name, column) -> answer.unit(name, column.unit()));
        return answer;
    }
}
