package treeline.question.runs.input;

import treeline.aggregate.Engine;
import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeCondition;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Metric;
import treeline.query.ContextQuantifier;
import treeline.query.Query;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.EngineOption;
import treeline.question.input.FileOptions;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.Signature;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The parameters that select the runs, nodes and metrics of an ensemble, and how the runs are
/// read.
public final class EnsembleOptions {
    public static final Operand PATHS =
            Operand.some(
                    ParameterType.file("PATH"),
                    "files, folders or glob patterns; each file of a folder and each match is a"
                            + " run");
    public static final Parameter<String> WHERE =
            Parameter.of(
                    "where",
                    ParameterType.text("CONDITION"),
                    "only runs whose metadata match, such as 'ranks >= 64 and compiler ="
                            + " \"gcc\"'");
    public static final Parameter<String> KEY =
            Parameter.of(
                            "key",
                            ParameterType.text("METADATA"),
                            "name runs by this metadata instead of their path")
                    .severalTimes();
    public static final Parameter<Boolean> INTERSECTION =
            Parameter.flag("intersection", "only call paths that all runs have");
    public static final Parameter<Boolean> SKIP =
            Parameter.flag("skip-unreadable", "skip runs that cannot be read");

    public static final Parameter<String> NODES_WHERE =
            Parameter.of(
                    "nodes-where",
                    ParameterType.text("CONDITION"),
                    "only nodes whose statistics match, such as 'std(time) > 0.1'");
    public static final Parameter<ContextQuantifier> MODE =
            Parameter.of(
                    "mode",
                    ParameterType.choice(ContextQuantifier.class),
                    "how --paths compares runs: by their mean, any or all (default: mean)");
    public static final Parameter<String> NCU =
            Parameter.of(
                            "ncu",
                            ParameterType.text("RUN=REPORT"),
                            "add the kernel metrics of a Nsight Compute report (ncu --csv) to a"
                                    + " run")
                    .severalTimes();

    public static final Parameter<String> METRICS = RunOptions.METRIC.severalTimes();

    private final Supplier<Formats> formats;
    private final Parameter<String> format;

    public EnsembleOptions(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = FileOptions.format(formats);
    }

    /// Answers a question about runs that were read.
    @FunctionalInterface
    public interface Answering {
        Answer answer(Ensemble ensemble, Arguments arguments, Session session) throws IOException;
    }

    /// Reads the runs of a question.
    @FunctionalInterface
    private interface Reading {
        Ensemble of(Arguments arguments, Session session) throws IOException;
    }

    /// The question `ensemble NAME`.
    public Question question(
            String name, String summary, List<Parameter<?>> parameters, Answering answering) {
        return question(name, summary, parameters, this::load, answering);
    }

    /// A question about samples: each repetition within a run is a run.
    public Question questionAboutSamples(
            String name, String summary, List<Parameter<?>> parameters, Answering answering) {
        return question(name, summary, parameters, this::samples, answering);
    }

    private static Question question(
            String name,
            String summary,
            List<Parameter<?>> parameters,
            Reading runs,
            Answering answering) {
        return new Question(
                name,
                summary,
                Question.Subject.RUNS,
                List.of(PATHS),
                parameters,
                (arguments, session) ->
                        answering.answer(runs.of(arguments, session), arguments, session));
    }

    /// The runs, with each repetition as a run.
    public Ensemble samples(Arguments arguments, Session session) throws IOException {
        return load(arguments, session, true);
    }

    /// The parameters of a question, followed by those that select runs.
    public List<Parameter<?>> choosingRuns(Parameter<?>... own) {
        return Parameter.all(
                List.of(own),
                List.of(WHERE, KEY),
                MetadataOptions.OPTIONS,
                List.of(SKIP, RunChecks.SKIP_INCOMPLETE, EngineOption.ENGINE, format));
    }

    /// The parameters of a question, followed by those that select runs, nodes and metrics.
    public List<Parameter<?>> choosingValues(Parameter<?>... own) {
        return Parameter.all(
                List.of(own),
                DerivedMetrics.OPTIONS,
                List.of(RunOptions.KEEP, MODE, NODES_WHERE, INTERSECTION, RunOptions.OF),
                choosingRuns(NCU));
    }

    /// The parameters that select runs, nodes and metrics, without those of a question.
    public Signature signature(String name) {
        return new Signature(name, List.of(PATHS), choosingValues(METRICS));
    }

    /// The selected runs, nodes and metrics.
    public Ensemble load(Arguments arguments, Session session) throws IOException {
        return load(arguments, session, false);
    }

    /// @param eachRepetition whether each repetition within a run is a run
    private Ensemble load(Arguments arguments, Session session, boolean eachRepetition)
            throws IOException {
        Ensemble all =
                session.ensemble(
                        ofReader(arguments),
                        eachRepetition,
                        () -> read(arguments, session, eachRepetition));
        Ensemble ensemble = MetadataOptions.addedTo(all, arguments, session);
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
                            arguments.value(MODE, ContextQuantifier.MEAN));
        else if (arguments.has(MODE))
            throw new IllegalArgumentException(
                    "--mode requires --paths, whose comparisons it changes");
        if (arguments.has(NODES_WHERE)) {
            String condition = arguments.value(NODES_WHERE).orElseThrow();
            ensemble = ensemble.keeping(NodeCondition.parse(condition).on(ensemble));
        }
        return ensemble;
    }

    /// The given parameters that change how runs are read.
    private List<String> ofReader(Arguments arguments) {
        List<Parameter<?>> ofReader =
                List.of(
                        RunOptions.OF,
                        NCU,
                        SKIP,
                        RunChecks.SKIP_INCOMPLETE,
                        EngineOption.ENGINE,
                        format);
        return arguments.given().stream()
                .filter(each -> ofReader.stream().anyMatch(of -> of.isCalled(each.option().name())))
                .map(each -> each.option().name() + "=" + String.join(" ", each.words()))
                .toList();
    }

    private Ensemble read(Arguments arguments, Session session, boolean eachRepetition)
            throws IOException {
        var runs = new Runs(formats.get(), arguments.value(format), Slice.summed());
        List<String> paths = named(runs, arguments.all(PATHS), session);
        runs = runs.withKernels(reports(arguments.all(NCU), paths));
        Reduction over = arguments.value(RunOptions.OF, Reduction.MEAN);
        if (arguments.has(NCU) && over == Reduction.SUM)
            throw new IllegalArgumentException(
                    "--ncu cannot be combined with --of sum, which would count each kernel once per"
                            + " rank; omit --of");
        Optional<Engine> cluster = EngineOption.ofCluster(arguments);
        if (cluster.isPresent() && arguments.has(NCU))
            throw new IllegalArgumentException(
                    "--ncu cannot be combined with --engine, because reports are joined on this"
                            + " machine; omit --engine");
        var reading =
                new EnsembleReader(
                        over,
                        eachRepetition,
                        arguments.has(SKIP),
                        arguments.has(RunChecks.SKIP_INCOMPLETE),
                        session);
        return cluster.isPresent()
                ? reading.of(paths, arguments.value(format), cluster.get())
                : reading.of(paths, runs);
    }

    /// The paths of all runs, each once.
    private static List<String> named(Runs runs, List<String> asked, Session session)
            throws IOException {
        List<String> paths = runs.named(asked);
        if (asked.size() == 1) return paths;
        int all = 0;
        for (String each : asked) all += runs.named(List.of(each)).size();
        if (all > paths.size())
            session.warn(
                    "%s named more than once; duplicates are ignored"
                            .formatted(
                                    all - paths.size() == 1
                                            ? "1 run is"
                                            : all - paths.size() + " runs are"));
        return paths;
    }

    /// The Nsight Compute report of each run that has one.
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

    /// The metrics of a question that takes several: those of `--metric`, else those of `--define`,
    /// else the time.
    public static List<Metric> metrics(Ensemble ensemble, Arguments arguments) {
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
                ? List.of(ensemble.profile().outline().defaultMetric())
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

    public static Metric metric(Ensemble ensemble, Arguments arguments) {
        return metrics(ensemble, arguments).getFirst();
    }
}
