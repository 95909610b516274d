package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.ProfileFile;
import treeline.app.terminal.Console;
import treeline.app.terminal.Progress;
import treeline.ensemble.Ensemble;
import treeline.formats.Formats;
import treeline.formats.thicket.ThicketWriter;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.runs.input.EnsembleOptions;
import treeline.source.ProfileExporter;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline ensemble save`: writes all runs to one file, which every question reads instead.
public final class EnsembleSave {
    private static final Operand OUT =
            Operand.once(
                    ParameterType.file("OUT"),
                    "the file to write: .tldb for Treeline, .json for Thicket's from_json");
    private static final String DATABASE = "database";
    private static final String THICKET = ".json";

    private final EnsembleOptions options;
    private final Supplier<Formats> formats;

    private EnsembleSave(EnsembleOptions options, Supplier<Formats> formats) {
        this.options = options;
        this.formats = formats;
    }

    public static Command command(Supplier<Formats> formats) {
        var options = new EnsembleOptions(formats);
        var command = new EnsembleSave(options, formats);
        return new Command(
                        "ensemble save",
                        "write all runs to one file, which all commands accept in place of the"
                                + " runs",
                        List.of(OUT, EnsembleOptions.PATHS),
                        options.choosingValues(ProfileFile.FORCE),
                        command::run)
                .example(
                        "treeline ensemble save runs.tldb 'runs/*.tldb'",
                        "read thousands of files once")
                .example(
                        "treeline ensemble save gcc.json 'runs/*.tldb' --where 'compiler ="
                                + " \"gcc\"'",
                        "some runs, for Thicket");
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Path out = Path.of(arguments.one(OUT));
        boolean thicket = out.toString().endsWith(THICKET);
        Optional<ProfileExporter> database =
                formats.get().exporterFor(out).filter(each -> each.name().equals(DATABASE));
        if (!thicket && database.isEmpty())
            throw new UsageException(
                    "'%s' does not end in .tldb or .json".formatted(out),
                    "the file to write precedes the runs: treeline ensemble save OUT PATH...");
        ProfileFile.requirePlace(out, arguments.has(ProfileFile.FORCE));
        Ensemble ensemble = options.load(arguments, console);
        try (Progress _ = Progress.of(console, "writing " + out)) {
            if (thicket) ThicketWriter.write(ensemble.saved(), out);
            else database.orElseThrow().export(ensemble.saved(), out);
        }
        console.tell(
                "wrote %s: %s, %s, %s, %s"
                        .formatted(
                                out,
                                ContextSummary.counted(ensemble.runs(), "run"),
                                ContextSummary.counted(ensemble.tree().size(), "node"),
                                ContextSummary.counted(ensemble.metrics().size(), "metric"),
                                Quantity.bytes(Files.size(out))));
        return ExitCode.SUCCESS;
    }
}
