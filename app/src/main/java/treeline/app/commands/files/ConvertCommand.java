package treeline.app.commands.files;

import treeline.aggregate.MemoryBudget;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.ProfileFile;
import treeline.app.commands.output.StandardOutput;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.formats.Formats;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.question.input.AggregationPlan;
import treeline.question.input.FileOptions;
import treeline.question.input.PartsOfFile;
import treeline.question.input.Recording;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.ProfileExporter;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.join.Parts;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// `treeline convert`: converts any readable format to any writable one.
public final class ConvertCommand {
    private static final Operand IN =
            Operand.once(
                    ParameterType.file("IN"), "a file, directory or pattern; - for standard input");
    private static final Operand OUT =
            Operand.once(
                    ParameterType.file("OUT"),
                    "the file to write; with --parts a directory; - for standard output");
    private static final Parameter<Integer> PARTS =
            Parameter.of(
                    "parts",
                    ParameterType.whole("N", 1, 10_000),
                    "write a directory of N sub-files and distribute the ranks among them");

    private static final Parameter<Boolean> SALVAGE =
            Parameter.flag(
                    "salvage",
                    "keep what is intact of a damaged database, recording, snapshot or compact"
                            + " text, and report what is lost");

    private final Supplier<Formats> formats;
    private final Parameter<String> format;
    private final Parameter<String> to;

    public ConvertCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
        this.to = FileOptions.exporter(formats);
    }

    public Command command() {
        return new Command(
                        "convert",
                        "write a profile in another format",
                        List.of(IN, OUT),
                        List.of(format, to, PARTS, SALVAGE, ProfileFile.FORCE),
                        this::run)
                .example(
                        "treeline convert run.tldb parts --to database --parts 4",
                        "a directory of four sub-files")
                .example("treeline convert parts run.tltext", "sub-files as one text")
                .example(
                        "treeline convert --salvage run.tldb intact.tldb",
                        "what is intact of a damaged file")
                .example("cat run.tldb | treeline convert - - --to csv | head", "in a pipeline");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Path out = Path.of(arguments.one(OUT));
        ProfileExporter exporter = exporter(arguments, out);
        boolean piped = StandardOutput.isMeant(out);
        if (exporter.writesFolder()) requirePlaceForFolder(exporter, out, arguments.has(PARTS));
        if (piped && arguments.has(PARTS))
            throw new UsageException(
                    "standard output cannot be a directory of sub-files",
                    "name a directory, or omit --parts");
        if (!piped) requirePlace(out, arguments.has(ProfileFile.FORCE), arguments.has(PARTS));
        String in = arguments.one(IN);
        try (Recording recording = open(in, arguments, console)) {
            Optional<PartsOfFile> large =
                    PartsOfFile.of(recording, Slice.everything(), AggregationPlan.NONE, arguments);
            if (large.isPresent() && exporter.writesParts() && !arguments.has(PARTS))
                return convertInParts(recording, large.get(), exporter, out, console);
            return convertAtOnce(recording, exporter, out, arguments.value(PARTS, 0), console);
        }
    }

    private Recording open(String in, Arguments arguments, Console console) throws IOException {
        return arguments.has(SALVAGE)
                ? Recording.salvaged(formats.get(), in, arguments.value(format), console)
                : Recording.open(formats.get(), in, arguments.value(format), console);
    }

    private static int convertAtOnce(
            Recording recording, ProfileExporter exporter, Path out, int parts, Console console)
            throws IOException {
        Profile read = recording.load(Slice.everything(), console);
        ReadReport report = recording.report();
        Profile whole = read.withMetadata(report.in(read.metadata()));
        Profile profile = ProfileFile.prepared(whole, exporter, console);
        Traces traces = exporter.writesTraces() ? recording.source().traces() : Traces.NONE;
        if (StandardOutput.isMeant(out))
            StandardOutput.write(file -> exporter.export(profile, traces, file), console);
        else {
            List<Path> files = write(profile, traces, exporter, out, parts, console);
            long values = exporter.valuesWritten(profile);
            ProfileFile.say(values, exporter, out, files, console);
        }
        ProfileFile.sayWhatIsMissing(whole, traces, exporter, report, console);
        return ExitCode.SUCCESS;
    }

    private static int convertInParts(
            Recording recording,
            PartsOfFile large,
            ProfileExporter exporter,
            Path out,
            Console console)
            throws IOException {
        if (StandardOutput.isMeant(out))
            StandardOutput.write(file -> writeParts(recording, exporter, file, console), console);
        else {
            long values = writeParts(recording, exporter, out, console);
            ProfileFile.say(values, exporter, out, List.of(out), console);
        }
        large.note().ifPresent(note -> console.say("note: " + note));
        ProfileFile.sayWhatIsMissing(
                recording.source().outline(), exporter, recording.report(), console);
        return ExitCode.SUCCESS;
    }

    private static long writeParts(
            Recording recording, ProfileExporter exporter, Path out, Console console)
            throws IOException {
        Outline outline = recording.source().outline();
        int contexts = outline.contexts().size();
        try (Progress progress =
                Progress.of(console, "writing %s in parts".formatted(out), contexts)) {
            return exporter.exportParts(
                    recording.source(),
                    MemoryBudget.defaultPart(),
                    () -> recording.report().in(outline.metadata()),
                    out,
                    progress::advance);
        }
    }

    private ProfileExporter exporter(Arguments arguments, Path out) {
        Formats all = formats.get();
        if (arguments.value(to).isPresent()) return all.exporter(arguments.value(to).get());
        return FileOptions.exporterFor(all, out, "rename it, or choose a format with --to");
    }

    /// A folder is written to disk and whole, and takes the place of nothing.
    private static void requirePlaceForFolder(ProfileExporter exporter, Path out, boolean parts) {
        if (parts || StandardOutput.isMeant(out))
            throw new UsageException(
                    "%s writes a folder".formatted(exporter.name()),
                    "name a folder to write, without --parts");
        if (Files.exists(out))
            throw new UsageException(out + " already exists", "remove it, or choose another name");
    }

    /// Looked at before anything is read, which may take long.
    private static void requirePlace(Path out, boolean force, boolean parts) throws IOException {
        ProfileFile.requirePlace(out, force);
        if (!Files.isDirectory(out)) return;
        if (!parts)
            throw new UsageException(
                    out + " is a directory", "name a file, or write sub-files with --parts");
        if (!PartFiles.holdsOnlyParts(out))
            throw new UsageException(
                    out + " contains other files than sub-files, so it is not replaced",
                    "remove it, or choose another name");
    }

    private static List<Path> write(
            Profile profile,
            Traces traces,
            ProfileExporter exporter,
            Path out,
            int parts,
            Console console)
            throws IOException {
        if (parts == 0) {
            try (Progress _ = Progress.of(console, "writing " + out)) {
                exporter.export(profile, traces, out);
            }
            return List.of(out);
        }
        List<Profile> split = Parts.split(profile, parts, UUID.randomUUID().toString());
        try (Progress progress = Progress.of(console, "writing " + out, split.size())) {
            return PartFiles.write(exporter, split, out, progress);
        }
    }
}
