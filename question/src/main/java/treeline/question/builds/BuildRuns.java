package treeline.question.builds;

import treeline.archive.Archive;
import treeline.archive.BuildName;
import treeline.compare.Comparison;
import treeline.compare.ComparisonBuilder;
import treeline.compare.ComparisonBuilder.Side;
import treeline.compare.GatePolicy;
import treeline.ensemble.Run;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Metadata;
import treeline.question.answer.Statement;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.screen.TextWidth;
import treeline.runs.RunCopies;
import treeline.runs.RunList;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reader of the runs of two builds, in files, folders or an archive.
final class BuildRuns {
    private static final String IN_ARCHIVE = "archive:";

    private final Runs runs;
    private final Arguments arguments;
    private final Session session;
    private final List<Statement> warnings = new ArrayList<>();
    private final List<Metadata> settings = new ArrayList<>();
    private ReadReport reports = ReadReport.CLEAN;
    private final RunCopies copies = new RunCopies();

    BuildRuns(Formats formats, Optional<String> format, Arguments arguments, Session session) {
        this.runs = new Runs(formats, format, Slice.summed());
        this.arguments = arguments;
        this.session = session;
    }

    Comparison compared(
            List<String> baseline, List<String> candidate, Optional<String> metric, GatePolicy rule)
            throws IOException {
        List<String> before = paths(baseline);
        List<String> after = paths(candidate);
        warnings.addAll(BuildDoubts.ofRuns(before, after));
        var builder = new ComparisonBuilder(metric);
        int all = before.size() + after.size();
        try (Session.Task progress = session.task("reading %d runs".formatted(all), all)) {
            read(Side.BASELINE, before, builder, progress);
            read(Side.CANDIDATE, after, builder, progress);
        }
        for (ReadReport.Entry each : reports.entries())
            if (each.lossy()) session.warn("values are missing: " + each);
        warnings.addAll(BuildDoubts.ofSettings(settings, _ -> false));
        copies.warning().map(TextWidth::printable).ifPresent(session::warn);
        return builder.compare(rule);
    }

    /// The reasons to doubt the comparison.
    List<Statement> warnings() {
        return List.copyOf(warnings);
    }

    private List<String> paths(List<String> named) throws IOException {
        List<String> paths = new ArrayList<>();
        for (String each : named)
            if (each.startsWith(IN_ARCHIVE))
                paths.addAll(archived(new BuildName(each.substring(IN_ARCHIVE.length()))));
            else paths.addAll(runs.named(List.of(each)));
        return paths.stream().distinct().toList();
    }

    private List<String> archived(BuildName build) throws IOException {
        Archive archive = Archive.at(ArchiveOptions.folder(arguments));
        return ArchiveOptions.ask(
                arguments,
                session,
                index ->
                        build.among(index.runs()).stream()
                                .map(run -> archive.file(run.name()).toString())
                                .toList());
    }

    private void read(
            Side side, List<String> paths, ComparisonBuilder builder, Session.Task progress)
            throws IOException {
        try {
            runs.read(
                    paths,
                    outcome -> {
                        add(side, outcome, builder);
                        progress.advance(1);
                    });
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private void add(Side side, Runs.Outcome outcome, ComparisonBuilder builder) {
        switch (outcome) {
            case Runs.Read run -> {
                if (RunList.isIn(run.profile().metadata()))
                    throw MalformedProfileException.of(
                            run.path(), "one run", "an ensemble; name the runs it was made from");
                builder.add(side, run.path(), run.profile());
                settings.add(Run.of(run.path(), run.profile()).metadata());
                reports = reports.and(run.report().inFile(run.path()));
                copies.add(run.path(), run.profile());
            }
            case Runs.Failed(_, MalformedProfileException malformed) -> throw malformed;
            case Runs.Failed(_, IOException unreadable) ->
                    throw new UncheckedIOException(unreadable);
            case Runs.Failed(String path, Exception other) ->
                    throw new IllegalStateException(path + " was not read", other);
        }
    }
}
