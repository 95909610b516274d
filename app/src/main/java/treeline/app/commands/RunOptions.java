package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Option;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Fold;
import treeline.transform.NodeChoice;
import treeline.transform.Reduction;
import treeline.transform.Scopes;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// The options by which every analysis of one run says what to look at, and how that is loaded.
final class RunOptions {
    static final Parameter PATH = Commands.path("a file, directory or pattern");
    static final Option<String> METRIC =
            Option.of(
                            "metric",
                            Value.text("NAME"),
                            "what to look at, such as time or time:exclusive (default: the time)")
                    .letter('m');
    static final Option<Reduction> OF =
            Option.of(
                    "of",
                    Value.choice(Reduction.class),
                    "how contexts become one value (default: mean)");
    static final Option<Integer> RANK =
            Option.of("rank", Value.whole("N", 0, Integer.MAX_VALUE), "only this rank").letter('r');
    static final Option<Integer> REPETITION =
            Option.of("repetition", Value.whole("N", 0, Integer.MAX_VALUE), "only this repetition");

    static final Option<String> KEEP =
            Option.of(
                    "keep",
                    Value.text("QUERY"),
                    "only the nodes that a query finds, each under its nearest kept caller");
    static final Option<Pattern> HIDE =
            Option.of(
                    "hide",
                    new Value<>("REGEX", List::of, false, RunOptions::pattern),
                    "put what matching names cost into their callers");

    private final Supplier<Formats> formats;
    private final Option<String> format;

    RunOptions(Supplier<Formats> formats) {
        this.formats = formats;
        this.format = Commands.formatOption(formats);
    }

    /// How much of a recording an analysis needs; what it does not need is not read.
    enum Part {
        /// One metric in one scope.
        METRIC,
        /// A metric in all its scopes.
        SCOPES,
        /// A metric in all its scopes, with the iterations of loops.
        SERIES,
        ALL_METRICS,
        /// All metrics, with the iterations of loops.
        EVERYTHING
    }

    /// A command's own options among those of every analysis.
    List<Option<?>> with(Option<?>... own) {
        return Stream.of(
                        Stream.<Option<?>>of(METRIC, OF, RANK, REPETITION),
                        Arrays.stream(own),
                        Stream.<Option<?>>of(KEEP, HIDE, format))
                .<Option<?>>flatMap(each -> each)
                .toList();
    }

    Option<String> format() {
        return format;
    }

    Run load(Arguments arguments, Part part, Console console) throws IOException {
        return load(arguments.one(PATH), arguments, part, console);
    }

    Run load(String path, Arguments arguments, Part part, Console console) throws IOException {
        try (Recording recording =
                Recording.open(formats.get(), path, arguments.value(format), console)) {
            Outline outline = recording.source().outline();
            Choice choice =
                    Choice.of(
                            outline,
                            arguments.value(METRIC),
                            arguments.value(RANK),
                            arguments.value(REPETITION));
            if (outline.tree().size() == 0)
                throw new IllegalArgumentException(path + " has no call paths");
            Optional<Query> kept = arguments.value(KEEP).map(Query::parse);
            Profile profile =
                    recording.load(
                            withMetricsOf(kept, slice(choice, outline, part), outline), console);
            return new Run(
                    path,
                    recording.format().name(),
                    simplified(profile, kept, arguments.value(HIDE)),
                    choice.metric(),
                    arguments.value(OF, Reduction.MEAN),
                    recording.source().report());
        }
    }

    private static Slice slice(Choice choice, Outline outline, Part part) {
        Slice slice =
                switch (part) {
                    case METRIC, SCOPES, ALL_METRICS -> choice.slice();
                    case SERIES, EVERYTHING -> choice.slice().withIterations(0, Integer.MAX_VALUE);
                };
        return switch (part) {
            case METRIC -> slice;
            case SCOPES, SERIES -> slice.withMetrics(named(outline, choice.metric().name()));
            case ALL_METRICS, EVERYTHING -> slice.withMetrics(Selection.ALL);
        };
    }

    /// What a query compares must be read too.
    private static Slice withMetricsOf(Optional<Query> query, Slice slice, Outline outline) {
        if (query.isEmpty() || slice.metrics().isAll()) return slice;
        var compared = query.get().metrics(outline);
        return slice.withMetrics(
                Selection.where(
                        outline.metrics().size(),
                        i ->
                                slice.metrics().contains(i)
                                        || compared.contains(outline.metrics().get(i))));
    }

    private static Profile simplified(
            Profile profile, Optional<Query> kept, Optional<Pattern> hidden) {
        Profile simple = profile;
        if (kept.isPresent()) {
            NodeSet nodes = kept.get().on(profile);
            if (nodes.size() == 0)
                throw new IllegalArgumentException("no call path fulfils the query of --keep");
            simple = Scopes.recomputed(Fold.keeping(profile.tree(), nodes::contains).of(profile));
        }
        if (hidden.isEmpty()) return simple;
        return Fold.hiding(simple.tree(), NodeChoice.named(simple.tree(), hidden.get())).of(simple);
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException(
                    "a regular expression; "
                            + wrong.getDescription()
                            + " near index "
                            + wrong.getIndex());
        }
    }

    private static Selection named(Outline outline, String name) {
        List<Metric> metrics = outline.metrics();
        return Selection.where(metrics.size(), i -> metrics.get(i).name().equals(name));
    }

    /// A loaded run and what of it the user asked for.
    ///
    /// @param path as the user wrote it
    record Run(
            String path,
            String format,
            Profile profile,
            Metric metric,
            Reduction over,
            ReadReport report) {

        /// The metric as asked for, or in another scope where the user did not name one.
        Metric scoped(Metric.Scope usual, Optional<String> asked) {
            boolean named = asked.isPresent() && asked.get().contains(":");
            if (named || metric.scope() == Metric.Scope.POINT) return metric;
            return new Metric(metric.name(), metric.unit(), usual);
        }

        /// `mean of 8 ranks`.
        String contextsText() {
            if (profile.contexts().size() == 1) return profile.contexts().getFirst().toString();
            return "%s of %s".formatted(Value.nameOf(over), ContextSummary.of(profile.contexts()));
        }
    }
}
