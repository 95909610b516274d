package treeline.app.commands.ensemble;

import treeline.aggregate.Engine;
import treeline.app.cli.Command;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeCondition;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Metric;
import treeline.query.Across;
import treeline.query.Query;
import treeline.question.input.EngineOption;
import treeline.question.input.FileOptions;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The options by which analyses of many runs say which runs and what of them, and how these are
/// read.
final class EnsembleOptions {
    static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"),
                    "files, folders or patterns; every file of a folder and every match is a run");
    static final Parameter<String> WHERE =
            Parameter.of(
                    "where",
                    ParameterType.text("CONDITION"),
                    "only runs whose metadata fulfil it, such as 'ranks >= 64 and compiler ="
                            + " \"gcc\"'");
    static final Parameter<String> KEY =
            Parameter.of(
                            "key",
                            ParameterType.text("METADATA"),
                            "call runs by this instead of their path")
                    .severalTimes();
    static final Parameter<Boolean> INTERSECTION =
            Parameter.flag("intersection", "only call paths that every run has");
    static final Parameter<Boolean> SKIP =
            Parameter.flag("skip-unreadable", "go on without runs that cannot be read");

    static final Parameter<String> NODES_WHERE =
            Parameter.of(
                    "nodes-where",
                    ParameterType.text("CONDITION"),
                    "only nodes whose statistics fulfil it, such as 'std(time) > 0.1'");
    static final Parameter<Across> MODE =
            Parameter.of(
                    "mode",
                    ParameterType.choice(Across.class),
                    "how many runs must fulfil a comparison of --paths (default: their mean)");
    static final Parameter<String> NCU =
            Parameter.of(
                            "ncu",
                            ParameterType.text("RUN=REPORT"),
                            "add to a run what Nsight Compute measured of its kernels (ncu --csv)")
                    .severalTimes();

    static final Parameter<String> METRICS = RunOptions.METRIC.severalTimes();

    private final Supplier<Formats> formats;
    private final Parameter<String> format;

    EnsembleOptions(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    /// What answers a question about runs that were read.
    @FunctionalInterface
    interface Question {
        int answer(Ensemble ensemble, Arguments arguments, Console console) throws IOException;
    }

    /// What a question takes for runs.
    @FunctionalInterface
    private interface Reading {
        Ensemble of(Arguments arguments, Console console) throws IOException;
    }

    /// The command of a question, `ensemble NAME PATH...`.
    Command question(
            String name,
            String summary,
            List<Parameter<?>> options,
            List<Command.Example> examples,
            Question question) {
        return command(name, summary, options, examples, this::load, question);
    }

    /// The same for a question about samples: repetitions within a run are runs of their own.
    Command questionAboutSamples(
            String name,
            String summary,
            List<Parameter<?>> options,
            List<Command.Example> examples,
            Question question) {
        return command(name, summary, options, examples, this::samples, question);
    }

    private static Command command(
            String name,
            String summary,
            List<Parameter<?>> options,
            List<Command.Example> examples,
            Reading runs,
            Question question) {
        return new Command(
                "ensemble " + name,
                summary,
                List.of(PATHS),
                options,
                examples,
                (arguments, console) ->
                        question.answer(runs.of(arguments, console), arguments, console));
    }

    /// The runs, each repetition by itself.
    Ensemble samples(Arguments arguments, Console console) throws IOException {
        return load(arguments, console, true);
    }

    /// A question's own options and those by which every question chooses its runs.
    List<Parameter<?>> choosingRuns(Parameter<?>... own) {
        return Stream.of(
                        Arrays.stream(own),
                        Stream.<Parameter<?>>of(WHERE, KEY),
                        RunFacts.OPTIONS.stream(),
                        Stream.<Parameter<?>>of(
                                SKIP, RunChecks.SKIP_INCOMPLETE, EngineOption.ENGINE, format))
                .<Parameter<?>>flatMap(each -> each)
                .toList();
    }

    /// The same for questions about values, which also choose nodes and make metrics.
    List<Parameter<?>> choosingValues(Parameter<?>... own) {
        return Stream.of(
                        Arrays.stream(own),
                        DerivedMetrics.OPTIONS.stream(),
                        Stream.<Parameter<?>>of(
                                RunOptions.KEEP, MODE, NODES_WHERE, INTERSECTION, RunOptions.OF),
                        choosingRuns(NCU).stream())
                .<Parameter<?>>flatMap(each -> each)
                .toList();
    }

    /// The runs that the user asked for, over their call paths that he asked for.
    Ensemble load(Arguments arguments, Console console) throws IOException {
        return load(arguments, console, false);
    }

    /// @param eachRepetition whether repetitions are runs of their own
    private Ensemble load(Arguments arguments, Console console, boolean eachRepetition)
            throws IOException {
        Ensemble ensemble =
                RunFacts.addedTo(read(arguments, console, eachRepetition), arguments, console);
        if (arguments.has(WHERE)) ensemble = ensemble.where(arguments.value(WHERE).orElseThrow());
        ensemble = DerivedMetrics.addedTo(ensemble, arguments);
        if (arguments.has(KEY))
            ensemble = ensemble.keyedBy(arguments.all(KEY).toArray(String[]::new));
        if (arguments.has(METRICS))
            for (Metric each : metrics(ensemble, arguments)) ensemble = ensemble.storing(each);
        if (arguments.has(INTERSECTION)) ensemble = ensemble.intersection();
        if (arguments.has(RunOptions.KEEP))
            ensemble =
                    ensemble.matching(
                            Query.parse(arguments.value(RunOptions.KEEP).orElseThrow()),
                            arguments.value(MODE, Across.MEAN));
        else if (arguments.has(MODE))
            throw new IllegalArgumentException("--mode says how --paths compares; name both");
        if (arguments.has(NODES_WHERE)) {
            String condition = arguments.value(NODES_WHERE).orElseThrow();
            ensemble = ensemble.keeping(NodeCondition.parse(condition).on(ensemble));
        }
        return ensemble;
    }

    private Ensemble read(Arguments arguments, Console console, boolean eachRepetition)
            throws IOException {
        var runs = new Runs(formats.get(), arguments.value(format), Slice.summed());
        List<String> paths = named(runs, arguments.all(PATHS), console);
        runs = runs.withKernels(reports(arguments.all(NCU), paths));
        Reduction over = arguments.value(RunOptions.OF, Reduction.MEAN);
        if (arguments.has(NCU) && over == Reduction.SUM)
            throw new IllegalArgumentException(
                    "--ncu with --of sum would count kernels once for every rank; leave out --of");
        Optional<Engine> cluster = EngineOption.ofCluster(arguments);
        if (cluster.isPresent() && arguments.has(NCU))
            throw new IllegalArgumentException(
                    "--ncu joins reports on this machine; leave out --engine");
        var reading =
                new EnsembleReading(
                        over,
                        eachRepetition,
                        arguments.has(SKIP),
                        arguments.has(RunChecks.SKIP_INCOMPLETE),
                        console);
        return cluster.isPresent()
                ? reading.of(paths, arguments.value(format), cluster.get())
                : reading.of(paths, runs);
    }

    /// A run that is named twice counts once.
    private static List<String> named(Runs runs, List<String> asked, Console console)
            throws IOException {
        List<String> paths = runs.named(asked);
        if (asked.size() == 1) return paths;
        int all = 0;
        for (String each : asked) all += runs.named(List.of(each)).size();
        if (all > paths.size())
            console.warn(
                    "%s named more than once, each counts once"
                            .formatted(
                                    all - paths.size() == 1
                                            ? "1 run is"
                                            : all - paths.size() + " runs are"));
        return paths;
    }

    /// The report of each run that has one.
    private static Map<String, String> reports(List<String> named, List<String> paths) {
        Map<String, String> reports = new LinkedHashMap<>();
        for (String each : named) {
            int mark = each.lastIndexOf('=');
            String run = mark < 0 ? "" : each.substring(0, mark);
            if (!paths.contains(run))
                throw new IllegalArgumentException(
                        "--ncu %s: expected RUN=REPORT with one of the %d runs, such as %s=REPORT"
                                .formatted(each, paths.size(), paths.getFirst()));
            reports.put(run, each.substring(mark + 1));
        }
        return reports;
    }

    /// The metrics of a question that takes several: those that are named, else those that are
    /// defined, else the time.
    static List<Metric> metrics(Ensemble ensemble, Arguments arguments) {
        List<String> named = arguments.all(METRICS);
        List<String> defined = DerivedMetrics.defined(arguments);
        if (!named.isEmpty())
            return named.stream()
                    .map(
                            name ->
                                    defined.contains(name)
                                            ? ensemble.metric(name)
                                            : named(ensemble, name))
                    .distinct()
                    .toList();
        return defined.isEmpty()
                ? List.of(ensemble.profile().outline().usualMetric())
                : defined.stream().map(ensemble::metric).distinct().toList();
    }

    /// A name without a scope is inclusive, also if runs store exclusive values only. Calls are
    /// counted by node.
    private static Metric named(Ensemble ensemble, String name) {
        Metric stored = ensemble.metric(name);
        boolean isScoped = name.endsWith(":exclusive") || name.endsWith(":inclusive");
        return isScoped || !stored.addsUp() || stored.countsCalls()
                ? stored
                : stored.in(Metric.Scope.INCLUSIVE);
    }

    static Metric metric(Ensemble ensemble, Arguments arguments) {
        return metrics(ensemble, arguments).getFirst();
    }
}
