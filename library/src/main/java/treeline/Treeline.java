package treeline;

import treeline.ensemble.Ensemble;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.question.answer.Answer;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.table.Table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The entry point of programs and notebooks: opens profiles of any tool. The methods of an open
/// run have the names, defaults and answers of the commands.
///
/// ```java
/// try (var run = Treeline.open("run.tldb")) {
///     System.out.println(run.hotPath());
/// }
/// ```
public final class Treeline {
    private Treeline() {}

    /// Opens one run. Its values are read when they are first asked for.
    ///
    /// @param path a file, a directory, or a pattern that finds the files of one run
    /// @throws treeline.source.files.MalformedProfileException if it is no profile, or a broken one
    public static OneRun open(String path) throws IOException {
        return OneRun.of(new OpenedRun(path, Formats.all().open(path, Optional.empty())));
    }

    /// The same of a path.
    public static OneRun open(Path path) throws IOException {
        return open(path.toString());
    }

    /// A profile that is in memory already, to be asked as an opened run is.
    public static OneRun of(Profile profile) {
        return OneRun.of(
                OpenedRun.inMemory("profile", new LoadedSource(profile, ReadReport.CLEAN)));
    }

    /// Finds the runs of an ensemble, of any mix of tools. They are read by the first question.
    ///
    /// @param patterns files, folders or glob patterns; each file of a folder and each match is a
    ///   run
    /// @throws treeline.source.files.MalformedProfileException if there is none
    public static RunEnsemble openAll(String... patterns) throws IOException {
        return RunEnsemble.named(List.of(patterns));
    }

    /// An ensemble that is in memory already, to be asked as opened runs are.
    public static RunEnsemble of(Ensemble ensemble) {
        return RunEnsemble.of(ensemble);
    }

    /// Writes the rows of an answer for other programs.
    ///
    /// @param file ends in `.csv`, `.json` or `.parquet`
    public static void save(Answer answer, Path file) throws IOException {
        save(answer.table(), file);
    }

    /// Writes a table for other programs.
    ///
    /// @param file ends in `.csv`, `.json` or `.parquet`
    public static void save(Table table, Path file) throws IOException {
        TableFile.write(table, file);
    }

    /// The lines of Java that import everything a shell or a notebook needs.
    public static String imports() {
        try (InputStream resource = Treeline.class.getResourceAsStream("imports.jshell")) {
            if (resource == null) throw new IllegalStateException("the list of imports is missing");
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
