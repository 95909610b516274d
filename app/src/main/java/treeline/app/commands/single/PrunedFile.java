package treeline.app.commands.single;

import treeline.aggregate.LocalEngine;
import treeline.aggregate.MemoryBudget;
import treeline.app.commands.output.OutputFormat;
import treeline.app.commands.output.ProfileFile;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Averages;
import treeline.numbers.Population;
import treeline.prune.Pruned;
import treeline.prune.Pruning;
import treeline.question.input.FileOptions;
import treeline.question.input.PruneOption;
import treeline.question.input.Recording;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.ForwardingSource;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.TransformStep;
import treeline.view.Quantity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

    /// Writes a run; in parts if it does not fit into memory.
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
        ReadPlan plan = recording.source().plan(Slice.everything());
        List<Context> contexts = recording.source().outline().contexts();
        TransformStep step = PruneOption.step(pruned, Averages.ofParts(contexts));
        String facts = PruneOption.facts(pruning, pruned);
        if (MemoryBudget.fits(plan)) {
            writeWhole(recording, step, facts, arguments, console);
            return;
        }
        if (pruned.hasNewRoots() && Population.of(contexts).repetitions() > 1)
            throw tooLarge(
                    plan,
                    "repetitions must be averaged, because roots are removed",
                    "give Java more memory with TREELINE_OPTS=-Xmx100g, or use --prune with tree,"
                            + " flat or imbalance, which read in parts");
        if (!exporter.writesParts())
            throw tooLarge(
                    plan,
                    "the writer of %s files needs them at once".formatted(exporter.name()),
                    "write a .tldb file, which is written in parts");
        writeParts(recording, step, facts, arguments, console);
    }

    private void writeWhole(
            Recording recording,
            TransformStep step,
            String facts,
            Arguments arguments,
            Console console)
            throws IOException {
        Profile whole = recording.load(Slice.everything(), console);
        ReadReport report = recording.report();
        Profile small = step.apply(whole);
        Profile told = small.withMetadata(report.in(small.metadata()).with(METADATA, facts));
        Profile prepared = ProfileFile.prepared(told, exporter, console);
        try (Progress _ = Progress.of(console, "writing " + out)) {
            exporter.export(prepared, out);
        }
        say(exporter.valuesWritten(prepared), arguments, console);
        if (whole.contexts().size() > small.contexts().size())
            console.say("note: repetitions are averaged, because roots were removed");
        ProfileFile.sayWhatIsMissing(told, exporter, report, console);
    }

    private void writeParts(
            Recording recording,
            TransformStep step,
            String facts,
            Arguments arguments,
            Console console)
            throws IOException {
        var source = new PrunedSource(recording.source(), step);
        int contexts = source.outline().contexts().size();
        long values;
        try (Progress progress =
                Progress.of(console, "writing %s in parts".formatted(out), contexts)) {
            values =
                    exporter.exportParts(
                            source,
                            MemoryBudget.defaultPart(),
                            () ->
                                    recording
                                            .report()
                                            .in(source.outline().metadata())
                                            .with(METADATA, facts),
                            out,
                            progress::advance);
        }
        say(values, arguments, console);
        ProfileFile.sayWhatIsMissing(source.outline(), exporter, recording.report(), console);
    }

    private void say(long values, Arguments arguments, Console console) throws IOException {
        String written = ProfileFile.written(values, exporter, out, List.of(out));
        if (OutputFormat.isData(arguments)) {
            console.say(written);
        } else {
            console.out().println();
            console.tell(written);
        }
    }

    /// A run whose slices are pruned when they are read.
    private static final class PrunedSource extends ForwardingSource {
        private final TransformStep step;
        private final Outline outline;

        PrunedSource(ProfileSource whole, TransformStep step) throws IOException {
            super(whole);
            this.step = step;
            Slice nothing = Slice.everything().withContexts(Selection.of());
            Profile small = step.apply(whole.load(nothing));
            this.outline = whole.outline().withTree(small.tree(), small.labels());
        }

        @Override
        public Outline outline() {
            return outline;
        }

        @Override
        public Profile load(Slice slice) throws IOException {
            return step.apply(super.load(slice));
        }

        @Override
        public Optional<NodeSums> sums(Metric metric) {
            return Optional.empty();
        }
    }

    private static IllegalArgumentException tooLarge(ReadPlan plan, String why, String advice) {
        return new IllegalArgumentException(
                String.format(
                        Locale.ROOT,
                        "prune --output must hold all values in memory, because %s: up to %,d"
                                + " values need %s, %s are available; %s",
                        why,
                        plan.values(),
                        Quantity.bytes(plan.values() * LocalEngine.BYTES_PER_VALUE),
                        Quantity.bytes(MemoryBudget.bytes()),
                        advice));
    }
}
