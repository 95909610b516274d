package treeline.question.runs;

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

import java.util.ArrayList;
import java.util.List;
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

    /// The rows of all runs or of a group, for readers and for programs.
    ///
    /// @param footnote a remark about the rows for readers, or empty
    /// @param statements about the rows
    /// @param forPrograms computed only if a program reads them
    record Rows(
            List<Column> forReaders,
            String footnote,
            List<? extends Block> statements,
            Supplier<List<Column>> forPrograms) {

        /// Rows that readers and programs get alike.
        static Rows same(List<Column> rows, List<? extends Block> statements) {
            return new Rows(rows, "", statements, () -> rows);
        }
    }

    /// @param label the column that names a row, such as `path`
    GroupedTable(String label, Arguments arguments) {
        this.label = label;
        this.arguments = arguments;
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
                    List<Column> all = rows.forPrograms.get();
                    Set<String> taken = all.stream().map(Column::name).collect(Collectors.toSet());
                    int count = all.getFirst().rows();
                    return table(grouping.keys(group, count, taken), all);
                });
    }

    private static Table table(List<Column> keys, List<Column> rows) {
        List<Column> all = new ArrayList<>(keys);
        all.addAll(rows);
        return Table.of(all);
    }

    private void addSection(Rows rows) {
        blocks.add(section(rows));
        blocks.addAll(rows.statements);
    }

    private Section section(Rows rows) {
        Section.Builder section = Section.of(Table.of(rows.forReaders));
        for (Column each : rows.forReaders)
            if (each.name().equals(label)) section.label(label, each.header().heading());
        for (Column each : rows.forReaders)
            if (!each.name().equals(label) && !each.name().equals(NODE))
                section.columns(each.name());
        return section.footnote(rows.footnote).top(RowLimit.top(arguments));
    }

    /// The answer with all sections.
    Answer.Builder answer(String question, String title, List<Statement> warnings) {
        return new Answer.Builder(
                        question,
                        () -> Table.concat(forPrograms.stream().map(Supplier::get).toList()))
                .title(title)
                .text("heading", title)
                .add(warnings)
                .add(blocks);
    }
}
