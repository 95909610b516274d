package treeline.app.commands.single;

import treeline.aggregate.LocalEngine;
import treeline.aggregate.MemoryBudget;
import treeline.app.commands.output.OutputFormat;
import treeline.app.commands.output.ProfileFile;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.numbers.Averages;
import treeline.prune.Pruned;
import treeline.prune.Pruning;
import treeline.question.input.FileOptions;
import treeline.question.input.PruneOption;
import treeline.question.input.Recording;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.ProfileExporter;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.view.Quantity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// `treeline prune -o FILE`: the pruned run as a file.
///
/// @param exporter for the extension of the file name
record PrunedFile(Path out, ProfileExporter exporter) {
    static final Parameter<String> OUTPUT =
            Parameter.of(
                            "output",
                            ParameterType.file("FILE"),
                            "write the remaining nodes with all metrics and ranks to this file,"
                                    + " such as small.tldb")
                    .letter('o');

    private static final String METADATA = "pruned";

    /// Looked at before anything is read, which may take long.
    static PrunedFile of(Formats formats, Arguments arguments) throws IOException {
        Path out = Path.of(arguments.value(OUTPUT).orElseThrow());
        ProfileExporter exporter = FileOptions.exporterFor(formats, out, "rename it");
        ProfileFile.requirePlace(out, arguments.has(ProfileFile.FORCE));
        if (Files.isDirectory(out))
            throw new UsageException(out + " is a directory", "name a file");
        return new PrunedFile(out, exporter);
    }

    /// Writes a run, which is read as a whole.
    void write(
            Recording recording,
            Pruning pruning,
            Pruned pruned,
            Arguments arguments,
            Console console)
            throws IOException {
        if (pruned.size() == 0)
            throw new UsageException(
                    "no node remains after " + pruning.text(), "omit some of the rules");
        requireMemory(recording.source().plan(Slice.everything()));
        Profile whole = recording.load(Slice.everything(), console);
        ReadReport report = recording.report();
        Profile small = PruneOption.step(pruned, Averages.ofParts(whole.contexts())).apply(whole);
        Profile told =
                small.withMetadata(
                        report.in(small.metadata())
                                .with(METADATA, PruneOption.facts(pruning, pruned)));
        Profile prepared = ProfileFile.prepared(told, exporter, console);
        try (Progress _ = Progress.of(console, "writing " + out)) {
            exporter.export(prepared, out);
        }
        String written =
                ProfileFile.written(exporter.valuesWritten(prepared), exporter, out, List.of(out));
        if (OutputFormat.isData(arguments)) {
            console.say(written);
        } else {
            console.out().println();
            console.tell(written);
        }
        if (whole.contexts().size() > small.contexts().size())
            console.say("note: repetitions are averaged, because roots were removed");
        ProfileFile.sayWhatIsMissing(told, exporter, report, console);
    }

    /// Fails before anything is read.
    private static void requireMemory(ReadPlan plan) {
        if (!MemoryBudget.fits(plan))
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "prune --output must hold all values in memory: up to %,d values need"
                                    + " %s, %s are available; give Java more memory with"
                                    + " TREELINE_OPTS=-Xmx100g, or use --prune with tree, flat or"
                                    + " imbalance, which read in parts",
                            plan.values(),
                            Quantity.bytes(plan.values() * LocalEngine.BYTES_PER_VALUE),
                            Quantity.bytes(MemoryBudget.bytes())));
    }
}
