package treeline.question.run.report;

import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.statement.Sentence;
import treeline.table.Table;

import java.util.List;
import java.util.Optional;

/// One result of a report: a sentence, the numbers behind it, and the question that shows more.
///
/// @param data the rows with raw numbers, for programs
/// @param rows the same rows for readers; empty if the sentence has all
/// @param more the question and its options; empty if there is none
record ReportSection(
        String title, Statement finding, Table data, Optional<Section> rows, List<String> more) {

    /// A section whose rows are shown.
    static Optional<ReportSection> shown(
            String title, Sentence finding, Section rows, String... more) {
        return ofData(title, finding, rows.table(), rows, more);
    }

    /// A section whose rows are only some of the data, or several in one.
    static Optional<ReportSection> ofData(
            String title, Sentence finding, Table data, Section rows, String... more) {
        var statement = new Statement(Statement.Kind.FINDING, finding);
        return Optional.of(
                new ReportSection(title, statement, data, Optional.of(rows), List.of(more)));
    }

    /// A section of which all rows are shown.
    static Optional<ReportSection> shown(
            String title, Sentence finding, Section.Builder rows, String... more) {
        return shown(title, finding, rows.all(), more);
    }

    /// The same with a verdict as its sentence.
    ReportSection asVerdict() {
        return new ReportSection(
                title, new Statement(Statement.Kind.VERDICT, finding.sentence()), data, rows, more);
    }
}
