package treeline.question.run;

import treeline.aggregate.RankSampling;
import treeline.aggregate.SampledImbalance;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Heading;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.EngineOption;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.SampledRun;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.single.Threshold;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// `treeline imbalance --sample`: load imbalance from a random sample of ranks, with the bounds
/// that hold for all ranks.
final class SampledRanks {
    /// Hidden nodes to print.
    private static final int HIDDEN = 10;

    /// The tolerance of `auto`, see [RankSampling#within].
    private static final double TOLERANCE = 0.01;

    /// [SampledImbalance#CONFIDENCE] as readers see it.
    private static final String CONFIDENCE = "95 %";

    /// The number of ranks to read.
    sealed interface Size {
        record Ranks(int count) implements Size {}

        record Share(double share) implements Size {}

        /// Until the nodes shown are settled.
        record Auto() implements Size {}
    }

    static final Parameter<Size> SAMPLE =
            Parameter.of(
                    "sample",
                    new ParameterType<>("SIZE", () -> List.of("auto"), false, SampledRanks::size),
                    "read a random sample of ranks: a count such as 256, a share such as 1%, or"
                        + " auto to enlarge the sample until it explains the totals stored in the"
                        + " file");
    static final Parameter<Integer> SEED =
            Parameter.of(
                    "seed",
                    ParameterType.whole("N", 0, Integer.MAX_VALUE),
                    "random seed of --sample (default: 0)");

    private SampledRanks() {}

    private static Size size(String text) {
        try {
            if (text.equals("auto")) return new Size.Auto();
            if (text.endsWith("%")) {
                double percent = Double.parseDouble(text.substring(0, text.length() - 1));
                if (percent > 0 && percent <= 100) return new Size.Share(percent / 100);
            } else {
                int count = Integer.parseInt(text);
                if (count >= 2) return new Size.Ranks(count);
            }
        } catch (NumberFormatException _) {
            // reported below
        }
        throw new IllegalArgumentException(
                "at least 2 ranks, a share of the ranks such as 1%, or auto");
    }

    /// The answer of the question.
    static Answer answer(
            RunOptions options,
            Arguments arguments,
            Threshold threshold,
            UnaryOperator<Table> sorted,
            Session session)
            throws IOException {
        Size size = arguments.value(SAMPLE).orElseThrow();
        try (SampledRun run = SampledRun.open(options, arguments, Scope.EXCLUSIVE, session)) {
            SampledImbalance found = found(run, size, arguments, threshold, session);
            Table table = sorted.apply(found.table());
            return answer(run.run(), found, table, arguments);
        }
    }

    private static long seed(Arguments arguments) {
        return arguments.value(SEED, (int) RankSampling.DEFAULT_SEED);
    }

    private static SampledImbalance found(
            SampledRun run, Size size, Arguments arguments, Threshold threshold, Session session)
            throws IOException {
        try (Session.Task progress = session.task("reading a sample of ranks", 0)) {
            RankSampling sampling =
                    run.sampling()
                            .withSeed(seed(arguments))
                            .showing(threshold, RowLimit.top(arguments))
                            .waiting(arguments.all(RunOptions.WAITING))
                            .with(EngineOption.of(arguments), progress::advance);
            return switch (size) {
                case Size.Ranks(int count) -> sampling.ranks(count);
                case Size.Share(double share) -> sampling.share(share);
                case Size.Auto() -> sampling.within(TOLERANCE);
            };
        }
    }

    private static Answer answer(
            RunOptions.Run run, SampledImbalance found, Table table, Arguments arguments) {
        int top = RowLimit.top(arguments);
        return new Answer.Builder("imbalance-sample", table)
                .of(run)
                .with(
                        json -> {
                            json.name("sampled").value(found.sampled());
                            json.name("ranks").value(found.all());
                            json.name("seed").value(seed(arguments));
                            json.name("exact").value(found.isWhole());
                            json.name("exact_means").value(hasExactMeans(found));
                            json.name("confidence").value(SampledImbalance.CONFIDENCE);
                            json.name("slower_fraction").value(found.slowerFraction());
                            json.name("hidden_nodes").value(found.hidden());
                            json.name("unseen_nodes").value(found.unseen());
                            json.name("unseen_share").value(found.unseenShare());
                            json.name("balanced").value(found.belowFloor());
                        })
                .title(
                        String.format(
                                Locale.ROOT,
                                "imbalance of %s among %,d of %,d %ss%s%s",
                                RunOptions.metricText(run.metric()),
                                found.sampled(),
                                found.all(),
                                found.places().noun(),
                                found.isWhole()
                                        ? ""
                                        : ", sampled at random (random seed %d)"
                                                .formatted(seed(arguments)),
                                run.partText()))
                .add(table.rows() == 0 ? balanced(found) : section(run, found, table, top))
                .add(found.hidden() > 0 ? hidden(found, top) : List.of())
                .add(remarks(found, table))
                .estimated(!found.isWhole())
                .build();
    }

    private static boolean hasExactMeans(SampledImbalance found) {
        return found.isWhole() || found.means() == SampledImbalance.Means.EXACT;
    }

    private static Statement balanced(SampledImbalance found) {
        return found.isWhole()
                ? Statement.verdict("all nodes are balanced over the whole run")
                : Statement.verdict("all nodes are balanced within the sample");
    }

    private static Section section(
            RunOptions.Run run, SampledImbalance found, Table table, int top) {
        Unit unit = run.metric().unit();
        String atLeast = found.isWhole() ? "" : "≥ ";
        String bounded = hasExactMeans(found) ? atLeast : "";
        var section =
                Section.of(table)
                        .column("lost", bounded + "max - mean")
                        .column("imbalance", bounded + "max/mean")
                        .columns("mean");
        if (!hasExactMeans(found)) section.computed("std error", true, error(table, unit));
        section.column("max", atLeast + "max").columns("slowest");
        Column waiting = table.column("waiting");
        if (table.filter(row -> waiting.number(row) == 1).rows() > 0)
            section.computed("", false, (row, _) -> waiting.number(row) == 1 ? "waits" : "");
        return section.columns("path").top(top);
    }

    private static List<Block> hidden(SampledImbalance found, int top) {
        String noun = found.places().noun();
        Table all = found.hiddenTable();
        Column ran = all.column("ran");
        Table seen = all.filter(row -> ran.number(row) > 0);
        Table unseen = all.filter(row -> ran.number(row) == 0);
        List<Block> blocks = new ArrayList<>();
        if (seen.rows() > 0) {
            blocks.add(
                    new Heading(
                            "the unread %ss hold more than the sample predicts, and may include a slow %s"
                                    .formatted(noun, noun)));
            blocks.add(
                    Section.of(seen)
                            .columns("unexplained", "mean", "sampled_mean", "max_limit", "path")
                            .top(Math.min(HIDDEN, top)));
        }
        if (unseen.rows() > 0) {
            blocks.add(new Heading("call paths that no sampled %s ran".formatted(noun)));
            blocks.add(
                    Section.of(unseen)
                            .columns("mean", "max_limit", "path")
                            .top(Math.min(HIDDEN, top)));
        }
        return blocks;
    }

    private static Section.Cell error(Table table, Unit unit) {
        Column error = table.column("standard_error");
        return (row, screen) ->
                Double.isNaN(error.number(row))
                        ? "unknown"
                        : new Quantity(3, screen.unicode()).text(error.number(row), unit);
    }

    /// The scope of the numbers: exact, estimated, unknown.
    private static List<Statement> remarks(SampledImbalance found, Table table) {
        String noun = found.places().noun();
        Argument ranks = Argument.name(noun + "s");
        if (found.isWhole())
            return List.of(
                    Statement.omission("all {ranks} were read: the numbers are exact", ranks));
        List<Statement> remarks = new ArrayList<>();
        remarks.add(
                Statement.omission(
                        "{sampled} of {all} {ranks} were read, sampled at random",
                        Argument.count(found.sampled()),
                        Argument.count(found.all()),
                        ranks));
        if (table.rows() > 0 || found.means() != SampledImbalance.Means.EXACT)
            remarks.add(means(found, ranks));
        remarks.add(
                Statement.omission(
                        "at {confidence} confidence, at most {share} of the {ranks} are slower than"
                                + " the slowest sampled {rank} of a node",
                        Argument.name(CONFIDENCE),
                        Argument.share(found.slowerFraction()),
                        ranks,
                        Argument.name(noun)));
        if (found.unseen() > 0)
            remarks.add(
                    Statement.omission(
                            found.unseen() == 1
                                    ? "{count} node that no sampled {rank} ran holds {share} of the"
                                            + " run"
                                    : "{count} nodes that no sampled {rank} ran hold {share} of the"
                                            + " run",
                            Argument.count(found.unseen()),
                            Argument.name(noun),
                            Argument.share(found.unseenShare())));
        return remarks;
    }

    private static Statement means(SampledImbalance found, Argument ranks) {
        return switch (found.means()) {
            case EXACT ->
                    Statement.omission(
                            "the mean is exact: the file stores sums over all {ranks}; the lower"
                                    + " bound of the maximum holds at {confidence} confidence",
                            ranks,
                            Argument.name(CONFIDENCE));
            case ESTIMATED_FOR_SELECTION ->
                    Statement.omission(
                            "the mean is estimated: the stored sums cover all {ranks}, not the"
                                    + " selected ones; rare slow {others} and nodes that were not"
                                    + " sampled are unknown",
                            ranks,
                            ranks);
            case ESTIMATED ->
                    Statement.omission(
                            "the mean is estimated: the file stores no sums over {ranks}; rare slow"
                                    + " {others} and nodes that were not sampled are unknown",
                            ranks,
                            ranks);
        };
    }
}
