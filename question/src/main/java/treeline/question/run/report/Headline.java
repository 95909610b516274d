package treeline.question.run.report;

import treeline.breakdown.GpuUtilisation;
import treeline.breakdown.JvmEvents;
import treeline.formats.Formats;
import treeline.model.Outline;
import treeline.pattern.UserPattern;
import treeline.question.Question;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.run.DeviceStreams;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.trace.Traces;
import treeline.statement.Sentence;
import treeline.trace.laws.BrokenLaws;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A statement of `report` about a run as a whole, for interfaces that show it next to findings
/// about nodes and ranks: the bottleneck of a JVM or of a GPU program, the work that makes other
/// ranks wait, and the critical path.
///
/// @param title of its section
public record Headline(String title, Sentence sentence) {

    private Headline(ReportSection section) {
        this(section.title(), section.finding().sentence());
    }

    /// The headlines of a run. Empty if the run has no JVM events, GPU streams or messages.
    ///
    /// @param source stays open
    /// @param waiting names of frames that wait, in addition to the known ones
    public static List<Headline> of(String name, ProfileSource source, List<UserPattern> waiting)
            throws IOException {
        Outline outline = source.outline();
        Recording recording = Recording.ofOpen(name, source);
        List<Headline> headlines = new ArrayList<>();
        List<GpuUtilisation> devices = DeviceStreams.of(recording, Selection.ALL);
        Traces traces = source.traces();
        BrokenLaws laws = BrokenLaws.of(outline, traces, source.report());
        boolean jvm = JvmEvents.isIn(outline);
        if (jvm || !devices.isEmpty()) {
            RunOptions.Run run = load(recording, waiting);
            Optional<ReportSection> section =
                    jvm
                            ? new JvmSections(run, Traces.NONE).time()
                            : GpuSection.of(run, devices, traces, laws);
            section.map(Headline::new).ifPresent(headlines::add);
        }
        for (ReportSection each : WaitSections.of(recording, laws))
            headlines.add(new Headline(each));
        return headlines;
    }

    private static RunOptions.Run load(Recording recording, List<UserPattern> waiting)
            throws IOException {
        var options = new RunOptions(() -> new Formats(List.of(), List.of()));
        List<String> words = new ArrayList<>();
        for (UserPattern each : waiting) words.add("--waiting=" + each);
        words.addAll(List.of("--", recording.path()));
        Function<String, Optional<Question>> none = _ -> Optional.empty();
        Arguments arguments =
                new ReportQuestion(options, none).question().signature().parse("treeline", words);
        return ReportQuestion.loadAll(recording, arguments, Session.SILENT);
    }
}
