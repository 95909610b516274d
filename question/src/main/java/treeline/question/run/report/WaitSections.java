package treeline.question.run.report;

import treeline.model.Outline;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Recording;
import treeline.source.trace.Traces;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Table;
import treeline.trace.laws.BrokenLaws;
import treeline.trace.path.CriticalPath;
import treeline.trace.path.CriticalPathTable;
import treeline.trace.path.PathFunction;
import treeline.trace.waiting.MainCause;
import treeline.trace.waiting.WaitAnalysis;
import treeline.trace.waiting.WaitTable;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The sections of a report that need a trace with messages: the work that makes others wait, and
/// the critical path.
final class WaitSections {
    static final String CAUSES = "Work that makes others wait";
    static final String PATH = "Critical path";
    private static final int ROWS = 5;

    private WaitSections() {}

    /// @param laws that the trace breaks: those of shares, because waits are found by the same
    ///   times
    static List<ReportSection> of(Recording recording, BrokenLaws laws) {
        Traces traces = recording.source().traces();
        if (!traces.interactions().isRecorded()) return List.of();
        Outline outline = recording.source().outline();
        WaitAnalysis dependences = WaitAnalysis.of(outline, traces);
        if (dependences.waits().size() == 0) return List.of();
        Optional<Sentence> doubt =
                laws.doubt()
                        .or(
                                () ->
                                        BrokenLaws.ofOrder(
                                                        dependences.operations(),
                                                        dependences.messages(),
                                                        dependences.collectives())
                                                .doubtOfWaits());
        if (doubt.isPresent()) return List.of(withheld(doubt.get()));
        return Stream.of(causes(dependences, outline), path(dependences, outline))
                .flatMap(Optional::stream)
                .toList();
    }

    private static ReportSection withheld(Sentence law) {
        return new ReportSection(
                CAUSES,
                Statement.omission("waiting times are undetermined: {law}", Argument.clause(law)),
                Table.of(),
                Optional.empty(),
                List.of("info"));
    }

    private static Optional<ReportSection> causes(WaitAnalysis dependences, Outline outline) {
        Table causes = WaitTable.causes(dependences.delayCosts(), outline);
        Optional<Sentence> main = MainCause.of(causes);
        if (main.isEmpty()) return Optional.empty();
        return ReportSection.shown(
                CAUSES,
                main.get(),
                Section.of(causes)
                        .columns("share")
                        .column("seconds", "waiting")
                        .columns("context", "path")
                        .top(ROWS),
                "waits");
    }

    private static Optional<ReportSection> path(WaitAnalysis dependences, Outline outline) {
        CriticalPath path =
                CriticalPath.of(
                        dependences.traces(), dependences.operations(), dependences.pathWaits());
        Table functions = CriticalPathTable.functions(path, dependences.traces(), outline);
        if (functions.rows() == 0) return Optional.empty();
        return ReportSection.shown(
                PATH,
                PathFunction.of(functions, outline),
                Section.of(functions)
                        .columns("share", "seconds", "gain", "function")
                        .footnote("gain: if the function were 10 % faster everywhere")
                        .top(ROWS),
                "critical-path");
    }
}
