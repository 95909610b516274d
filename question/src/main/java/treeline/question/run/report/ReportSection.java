package treeline.question.run.report;

import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.screen.Bar;
import treeline.statement.Sentence;
import treeline.table.Table;

import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/// One result of a report: a sentence, the numbers behind it, and the command that shows more.
///
/// @param data the rows with raw numbers, for programs
/// @param rows the same rows for readers; empty if the sentence has all
/// @param more the command without the path of the run; empty if there is none
record ReportSection(
        String title, Statement finding, Table data, Optional<Section> rows, String more) {
    private static final int BAR_COLUMNS = 10;

    /// A section whose rows are shown.
    static ReportSection of(String title, Sentence finding, Section rows, String more) {
        return new ReportSection(
                title,
                new Statement(Statement.Kind.FINDING, finding),
                rows.table(),
                Optional.of(rows),
                more);
    }

    /// The same with a verdict as its sentence.
    ReportSection asVerdict() {
        return new ReportSection(
                title, new Statement(Statement.Kind.VERDICT, finding.sentence()), data, rows, more);
    }

    /// A bar per row, for a share from 0 to 1.
    static Section.Cell bar(IntToDoubleFunction share) {
        return (row, screen) -> {
            double shown = share.applyAsDouble(row);
            return Bar.of(Math.clamp(Double.isNaN(shown) ? 0 : shown, 0, 1), BAR_COLUMNS, screen);
        };
    }
}
