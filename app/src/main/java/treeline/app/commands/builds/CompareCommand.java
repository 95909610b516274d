package treeline.app.commands.builds;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.OutputPlace;
import treeline.app.commands.output.OutputFormat;
import treeline.app.commands.output.StandardOutput;
import treeline.app.terminal.Console;
import treeline.compare.Comparison;
import treeline.compare.GatePolicy;
import treeline.formats.Formats;
import treeline.question.input.FileOptions;
import treeline.question.input.RowLimit;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline compare`: the nodes of a build that are significantly slower, and a gate for CI.
public final class CompareCommand {
    private static final Operand PATHS =
            Operand.some(
                    ParameterType.file("RUNS"),
                    "BASELINE CANDIDATE: each a file, a folder, a pattern in quotes, or"
                            + " archive:BUILD; with --baseline all are the candidate's");
    private static final Parameter<String> BASELINE =
            Parameter.of(
                            "baseline",
                            ParameterType.file("RUNS"),
                            "the runs to compare with, such as archive:main~5")
                    .severalTimes();
    private static final Parameter<Double> FAIL_ABOVE =
            Parameter.of(
                    "fail-above",
                    percent(1_000_000),
                    "exit with status 1 if a node is significantly slower by more than PERCENT");
    static final Parameter<Double> MIN_SHARE =
            Parameter.of(
                    "least-share",
                    percent(100),
                    "skip nodes with a smaller share of the total (default: 1%)");
    private static final Parameter<Double> LEVEL =
            Parameter.of(
                    "level",
                    ParameterType.real("P", 1e-9, 0.5),
                    "family-wise significance level (default: 0.05)");
    private static final Parameter<String> JUNIT =
            Parameter.of(
                    "junit", ParameterType.file("FILE"), "write JUnit XML, one test case per node");
    private static final Parameter<String> MARKDOWN =
            Parameter.of(
                    "markdown", ParameterType.file("FILE"), "write Markdown for a pull request");
    private static final Parameter<String> METRIC =
            Parameter.of(
                            "metric",
                            ParameterType.text("NAME"),
                            "what to compare; a name alone is exclusive, so that a slow node does"
                                    + " not blame its callers; time:inclusive with what was called"
                                    + " (default: the time)")
                    .letter('m');
    static final Parameter<Boolean> ALL =
            Parameter.flag("all", "also list nodes that did not change or are too small");

    private final Supplier<Formats> formats;
    private final Parameter<String> format;

    public CompareCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    public Command command() {
        return new Command(
                "compare",
                "compare two builds over many runs, with a significance test per node",
                List.of(PATHS),
                List.of(
                        BASELINE,
                        FAIL_ABOVE,
                        MIN_SHARE,
                        LEVEL,
                        METRIC,
                        ArchiveOptions.ARCHIVE,
                        ALL,
                        RowLimit.TOP,
                        OutputFormat.JSON,
                        OutputFormat.CSV,
                        JUNIT,
                        MARKDOWN,
                        format),
                List.of(
                        new Command.Example(
                                "treeline compare old new --fail-above 5%",
                                "a gate over two folders of runs"),
                        new Command.Example(
                                "treeline compare new --baseline archive:main --archive perf",
                                "against the newest build of a branch"),
                        new Command.Example(
                                "treeline compare old.tldb new.tldb --markdown report.md",
                                "one run per side, for a pull request")),
                this::run);
    }

    /// A share in percent, with or without the sign.
    private static ParameterType<Double> percent(double most) {
        return new ParameterType<>(
                "PERCENT", List::of, false, text -> percentOf(text.replaceFirst("%$", ""), most));
    }

    private static double percentOf(String text, double most) {
        String expected = "a percentage from 0 to %.0f, such as 5%%".formatted(most);
        try {
            double number = Double.parseDouble(text.strip());
            if (number >= 0 && number <= most) return number / 100;
            throw new IllegalArgumentException(expected);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(expected, notANumber);
        }
    }

    private int run(Arguments arguments, Console console) throws IOException {
        requirePlaces(arguments);
        List<String> candidate = arguments.all(PATHS);
        List<String> baseline = arguments.all(BASELINE);
        if (baseline.isEmpty()) {
            if (candidate.size() != 2)
                throw new UsageException(
                        "expected BASELINE and CANDIDATE, found %d".formatted(candidate.size()),
                        "put patterns in quotes, or name the baseline by --baseline");
            baseline = candidate.subList(0, 1);
            candidate = candidate.subList(1, 2);
        }
        var sides = new BuildRuns(formats.get(), arguments.value(format), arguments, console);
        Comparison comparison =
                sides.compared(baseline, candidate, arguments.value(METRIC), rule(arguments));
        var answer = new ComparisonAnswer(comparison, name(baseline), name(candidate));
        if (!answer.caution().isEmpty()) console.warn(answer.caution());
        boolean printed = write(JUNIT, JunitXml.of(answer), arguments, console);
        printed |= write(MARKDOWN, MarkdownReport.of(answer), arguments, console);
        if (!printed) new ComparisonText(answer, arguments, console).print();
        return comparison.passes() ? ExitCode.SUCCESS : ExitCode.GATE_FAILED;
    }

    private static void requirePlaces(Arguments arguments) throws IOException {
        for (Parameter<String> option : List.of(JUNIT, MARKDOWN)) {
            Optional<Path> file = arguments.value(option).map(Path::of);
            if (file.isPresent() && !StandardOutput.isMeant(file.get()))
                OutputPlace.require(file.get());
        }
    }

    private static String name(List<String> runs) {
        return runs.size() == 1
                ? runs.getFirst()
                : "%s and %d more".formatted(runs.getFirst(), runs.size() - 1);
    }

    private static GatePolicy rule(Arguments arguments) {
        GatePolicy usual = GatePolicy.DEFAULT;
        return new GatePolicy(
                arguments.value(FAIL_ABOVE, usual.failAbove()),
                arguments.value(LEVEL, usual.level()),
                arguments.value(MIN_SHARE, usual.leastShare()));
    }

    /// Whether it went to where the text would have gone.
    private static boolean write(
            Parameter<String> option, String text, Arguments arguments, Console console)
            throws IOException {
        Optional<Path> file = arguments.value(option).map(Path::of);
        if (file.isEmpty()) return false;
        if (StandardOutput.isMeant(file.get())) {
            console.out().print(text);
            return true;
        }
        CompleteFile.write(file.get(), unfinished -> Files.writeString(unfinished, text));
        return false;
    }
}
