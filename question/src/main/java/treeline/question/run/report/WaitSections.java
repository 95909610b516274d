package treeline.question.run.report;

import treeline.model.Outline;
import treeline.question.answer.Section;
import treeline.question.input.Recording;
import treeline.source.trace.Traces;
import treeline.statement.Sentence;
import treeline.table.Table;
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

    static List<ReportSection> of(Recording recording) {
        Traces traces = recording.source().traces();
        if (!traces.interactions().isRecorded()) return List.of();
        Outline outline = recording.source().outline();
        WaitAnalysis dependences = WaitAnalysis.of(outline, traces);
        if (dependences.waits().size() == 0) return List.of();
        return Stream.of(causes(dependences, outline), path(dependences, outline))
                .flatMap(Optional::stream)
                .toList();
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
