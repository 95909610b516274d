package treeline.question.builds;

import org.jspecify.annotations.Nullable;

import treeline.archive.Archive;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.ensemble.metadata.RunFilter;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The parameters that select an archive and runs of it.
public final class ArchiveOptions {
    public static final String VARIABLE = "TREELINE_ARCHIVE";
    public static final Parameter<String> ARCHIVE =
            Parameter.of(
                    "archive",
                    ParameterType.file("FOLDER"),
                    "the archive (also: %s in the environment)".formatted(VARIABLE));
    public static final Parameter<String> BRANCH =
            Parameter.of("branch", ParameterType.text("NAME"), "only runs of this branch");
    public static final Parameter<String> WHERE =
            Parameter.of(
                    "where",
                    ParameterType.text("CONDITION"),
                    "only runs whose metadata matches, such as 'ranks >= 64 and host = \"a\"'");

    private ArchiveOptions() {}

    public static Path folder(Arguments arguments) {
        String named = arguments.value(ARCHIVE).orElseGet(() -> System.getenv(VARIABLE));
        if (named == null || named.isEmpty())
            throw new UsageException(
                    "no archive given", "add --archive FOLDER, or set " + VARIABLE);
        return Path.of(named);
    }

    /// Asks the selected archive, and warns of its damaged runs.
    public static <T> T ask(Arguments arguments, Session session, Archive.Question<T> question)
            throws IOException {
        Archive archive = Archive.at(folder(arguments));
        var reading = new Reading(session);
        return archive.ask(
                index -> {
                    reading.close();
                    warn(index.unreadable(), archive, session);
                    return question.ask(index);
                },
                reading::left);
    }

    /// The progress of the index.
    private static final class Reading {
        private final Session session;
        private Session.@Nullable Task progress;

        Reading(Session session) {
            this.session = session;
        }

        void left(int runs) {
            if (progress == null)
                progress = session.task("reading %d new runs".formatted(runs), runs);
            else progress.advance(1);
        }

        void close() {
            if (progress != null) progress.close();
            progress = null;
        }
    }

    private static void warn(Map<String, String> unreadable, Archive archive, Session session) {
        unreadable.forEach(
                (run, reason) ->
                        session.warn(
                                "skipped: %s"
                                        .formatted(
                                                reason.contains(run)
                                                        ? reason
                                                        : archive.file(run) + ": " + reason)));
    }

    /// The selected runs, oldest first.
    public static List<ArchivedRun> chosen(ArchiveIndex index, Arguments arguments)
            throws IOException {
        List<ArchivedRun> all = index.runs();
        List<ArchivedRun> runs = all;
        if (arguments.has(BRANCH)) {
            String branch = arguments.value(BRANCH).orElseThrow();
            runs = runs.stream().filter(run -> run.branch().equals(branch)).toList();
            if (runs.isEmpty())
                throw new IllegalArgumentException(
                        "the archive has no run of branch '%s'; its branches are %s"
                                .formatted(
                                        branch,
                                        all.stream()
                                                .map(ArchivedRun::branch)
                                                .filter(each -> !each.isEmpty())
                                                .distinct()
                                                .sorted()
                                                .toList()));
        }
        if (arguments.has(WHERE)) {
            RunFilter condition = RunFilter.parse(arguments.value(WHERE).orElseThrow());
            condition.requireColumns(List.copyOf(ArchiveIndex.metadataColumns(all)));
            runs = runs.stream().filter(run -> condition.holds(run.metadata())).toList();
        }
        return runs;
    }
}
