package treeline.question.builds;

import treeline.compare.ComparedNode;
import treeline.compare.Comparison;
import treeline.compare.GatePolicy;
import treeline.compare.VarianceSource;
import treeline.model.Metric;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.TextWidth;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/// `compare`: the nodes of a build that are significantly slower than in another one, with a gate
/// for continuous integration.
public record CompareQuestion(RunOptions options) {
    private static final Operand PATHS =
            Operand.some(
                    ParameterType.file("RUNS"),
                    "BASELINE CANDIDATE: each a file, a folder, a pattern in quotes, or"
                            + " archive:BUILD; with --baseline, all are candidates");
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
    static final Parameter<Double> LEAST_SHARE =
            Parameter.of(
                    "least-share",
                    percent(100),
                    "skip nodes with a smaller share of the total (default: 1%)");
    private static final Parameter<Double> LEVEL =
            Parameter.of(
                    "level",
                    ParameterType.real("P", 1e-9, 0.5),
                    "family-wise significance level (default: 0.05)");
    private static final Parameter<String> METRIC =
            Parameter.of(
                            "metric",
                            ParameterType.text("NAME"),
                            "metric to compare; exclusive unless given as NAME:inclusive, so that a"
                                    + " slow node does not affect its callers (default: time)")
                    .letter('m');
    private static final Parameter<Boolean> ALL =
            Parameter.flag("all", "also list nodes that did not change or are too small");

    public Question question() {
        return new Question(
                        "compare",
                        "compare two builds over many runs, with a significance test per node",
                        Question.Subject.BUILDS,
                        List.of(PATHS),
                        List.of(
                                BASELINE,
                                FAIL_ABOVE,
                                LEAST_SHARE,
                                LEVEL,
                                METRIC,
                                ArchiveOptions.ARCHIVE,
                                ALL,
                                RowLimit.TOP,
                                options.format()),
                        (arguments, session) -> answer(compared(arguments, session), arguments))
                .example(
                        "treeline compare builds/old builds/slower --fail-above 5%",
                        "a CI gate for two folders of runs")
                .example(
                        "treeline compare history/19.tldb --baseline archive:main --archive perf",
                        "against the newest build of a branch");
    }

    /// A share in percent, with or without the sign.
    private static ParameterType<Double> percent(double most) {
        return new ParameterType<>(
                "PERCENT", List::of, false, text -> percentOf(text.replaceFirst("%$", ""), most));
    }

    private static double percentOf(String text, double most) {
        String expected =
                String.format(Locale.ROOT, "a percentage from 0 to %.0f, such as 5%%", most);
        try {
            double number = Double.parseDouble(text.strip());
            if (number >= 0 && number <= most) return number / 100;
            throw new IllegalArgumentException(expected);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(expected, notANumber);
        }
    }

    /// Reads and compares the two builds.
    public BuildComparison compared(Arguments arguments, Session session) throws IOException {
        List<String> candidate = arguments.all(PATHS);
        List<String> baseline = arguments.all(BASELINE);
        if (baseline.isEmpty()) {
            if (candidate.size() != 2)
                throw new UsageException(
                        "expected BASELINE and CANDIDATE, found %d".formatted(candidate.size()),
                        "put patterns in quotes, or give the baseline with --baseline");
            baseline = candidate.subList(0, 1);
            candidate = candidate.subList(1, 2);
        }
        var runs =
                new BuildRuns(
                        options.formats(), arguments.value(options.format()), arguments, session);
        Comparison comparison =
                runs.compared(baseline, candidate, arguments.value(METRIC), rule(arguments));
        return new BuildComparison(comparison, name(baseline), name(candidate), runs.warnings());
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
                arguments.value(LEAST_SHARE, usual.leastShare()));
    }

    /// The answer about two builds that were compared.
    public static Answer answer(BuildComparison compared, Arguments arguments) {
        Comparison comparison = compared.comparison();
        List<ComparedNode> listed = arguments.has(ALL) ? comparison.nodes() : compared.changed();
        return facts(compared, comparison.table())
                .title(TextWidth.printable(compared.heading()))
                .gate(compared.gate())
                .add(compared.warnings())
                .add(compared.verdict().stream().toList())
                .add(section(listed, compared).top(RowLimit.top(arguments)))
                .gap()
                .add(compared.undecided().stream().toList())
                .add(compared.counts())
                .add(compared.noise())
                .build();
    }

    private static Section.Builder section(List<ComparedNode> listed, BuildComparison compared) {
        Comparison comparison = compared.comparison();
        Section.Builder section =
                Section.of(comparison.table(listed))
                        .computed("", false, (row, _) -> status(listed.get(row), compared))
                        .computed(
                                "change",
                                true,
                                (row, _) -> BuildComparison.relative(listed.get(row).ratio()));
        if (comparison.noise() != VarianceSource.UNKNOWN)
            section.computed(
                            "95 % interval",
                            true, (row, _) -> BuildComparison.interval(listed.get(row)))
                    .columns("p_adjusted", "effect");
        return section.columns("before", "after", "path");
    }

    private static String status(ComparedNode node, BuildComparison compared) {
        return compared.word(node.status()) + (node.fails() ? ", fails" : "");
    }

    private static Answer.Builder facts(BuildComparison compared, Table table) {
        Comparison comparison = compared.comparison();
        Metric metric = comparison.metric();
        return new Answer.Builder("compare", table)
                .metric(metric)
                .with(
                        json -> {
                            json.name("baseline").object().name("path").value(compared.baseline());
                            json.name("runs").value(comparison.runsBefore()).end();
                            json.name("candidate")
                                    .object()
                                    .name("path")
                                    .value(compared.candidate());
                            json.name("runs").value(comparison.runsAfter()).end();
                            json.name("noise")
                                    .value(comparison.noise().name().toLowerCase(Locale.ROOT));
                            json.name("tested").value(comparison.tested());
                            json.name("test")
                                    .value(comparison.byPermutation() ? "permutation" : "t");
                            json.name("paths").value(comparison.paths());
                            json.name("common_paths").value(comparison.common());
                        })
                .number("level", comparison.rule().level())
                .number("least_share", comparison.rule().leastShare())
                .number("fail_above", comparison.rule().failAbove())
                .with(
                        json -> {
                            json.name("passes").value(comparison.passes());
                            json.name("undecided").value(compared.undecidedNodes().size());
                        });
    }
}
