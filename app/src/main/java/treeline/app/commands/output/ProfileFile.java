package treeline.app.commands.output;

import static treeline.view.ContextSummary.counted;

import treeline.app.cli.OutputPlace;
import treeline.app.terminal.Console;
import treeline.model.Label;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.PerNode;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.UsageException;
import treeline.question.screen.TextWidth;
import treeline.source.ProfileExporter;
import treeline.source.ReadReport;
import treeline.source.files.CompleteFile;
import treeline.source.trace.Traces;
import treeline.view.Quantity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An output file for a profile. Existing files are replaced only on request, and losses of the
/// target format are reported.
public final class ProfileFile {
    public static final Parameter<Boolean> FORCE =
            Parameter.flag("force", "overwrite an existing file").letter('f');

    private ProfileFile() {}

    /// Looked at before anything is read, which may take long.
    public static void requirePlace(Path out, boolean force) throws IOException {
        OutputPlace.requireFolderOf(out);
        if (Files.exists(out) && !force && !CompleteFile.isStream(out))
            throw new UsageException(out + " already exists", "use --force to replace it");
    }

    /// The profile as the format holds it: with one value per node where it has no place for
    /// contexts.
    public static Profile prepared(Profile profile, ProfileExporter exporter, Console console) {
        int contexts = profile.contexts().size();
        if (exporter.keepsContexts() || contexts < 2) return profile;
        console.say(
                "note: %s stores one value per node, so it contains means over ranks of %s"
                        .formatted(exporter.name(), counted(contexts, "context")));
        return PerNode.of(profile);
    }

    /// Prints `wrote small.tldb: database, 1 file, 12 kB for 1,024 values`; not among the data if
    /// the output is a pipe or device such as `/dev/stdout`.
    public static void say(
            long values, ProfileExporter exporter, Path out, List<Path> files, Console console)
            throws IOException {
        if (CompleteFile.isStream(out))
            console.say(
                    "wrote %s: %s for %s"
                            .formatted(out, exporter.name(), counted(values, "value")));
        else console.tell(written(values, exporter, out, files));
    }

    public static String written(long values, ProfileExporter exporter, Path out, List<Path> files)
            throws IOException {
        long bytes = 0;
        for (Path file : filesIn(files)) bytes += Files.size(file);
        return "wrote %s: %s, %s, %s for %s"
                .formatted(
                        out,
                        exporter.name(),
                        counted(filesIn(files).size(), "file"),
                        Quantity.bytes(bytes),
                        counted(values, "value"));
    }

    private static List<Path> filesIn(List<Path> filesAndFolders) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path each : filesAndFolders)
            try (Stream<Path> inside = Files.walk(each)) {
                inside.filter(Files::isRegularFile).forEach(files::add);
            }
        return files;
    }

    /// What was not read, and what of a profile in memory the format has no place for.
    public static void sayWhatIsMissing(
            Profile profile, ProfileExporter exporter, ReadReport report, Console console) {
        sayWhatIsMissing(profile, Traces.NONE, exporter, report, console);
    }

    /// The same where traces were written too, if the format has a place for them.
    public static void sayWhatIsMissing(
            Profile profile,
            Traces traces,
            ProfileExporter exporter,
            ReadReport report,
            Console console) {
        sayWhatIsMissing(profile.outline(), exporter, report, console);
        for (String each : exporter.leavesOut(profile, traces))
            console.say("note: %s omits %s".formatted(exporter.name(), TextWidth.printable(each)));
    }

    /// What was not read, and what the format has no place for.
    public static void sayWhatIsMissing(
            Outline outline, ProfileExporter exporter, ReadReport report, Console console) {
        Notes.warnOfAll(report, console);
        List<Label> labels = outline.contextLabels();
        if (labels.isEmpty() || exporter.keepsContextLabels()) return;
        String names = labels.stream().map(Label::name).collect(Collectors.joining(", "));
        console.say(
                "note: %s cannot store context labels: %s"
                        .formatted(exporter.name(), TextWidth.printable(names)));
    }
}
