package treeline.question.trace;

import treeline.figure.MessagesFigure;
import treeline.figure.TimelineFigure;
import treeline.figure.UtilisationFigure;
import treeline.plot.Caption;
import treeline.plot.Figure;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.ReadReport;
import treeline.source.trace.TraceLine;
import treeline.trace.TracePart;
import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.MessageGrid;
import treeline.trace.timeline.NodeCategories;
import treeline.trace.timeline.Timeline;
import treeline.trace.timeline.TimelineMessages;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/// The figures of traces: timeline, utilisation over time, and communication matrix.
public record TraceFigures(RunOptions options) {
    private static final int MAX_DEPTH = 10_000;
    private static final int MAX_STACK = 100;

    public static final Parameter<Integer> DEPTH =
            Parameter.of(
                    "depth",
                    ParameterType.whole("N", 1, MAX_DEPTH),
                    "show the function at call depth N, 1 for roots; shorter call paths show their"
                            + " leaf (default: leaf)");
    public static final Parameter<NodeCategories.By> COLOUR =
            Parameter.of(
                    "colour",
                    ParameterType.choice(NodeCategories.By.class),
                    "colour by function, activity or tag (default: function)");
    public static final Parameter<Boolean> STACK =
            Parameter.flag("stack", "show one row per call depth of a single context");
    public static final Parameter<MessagesFigure.Of> OF =
            Parameter.of(
                    "of",
                    ParameterType.choice(MessagesFigure.Of.class),
                    "colour by bytes or by number of messages (default: bytes)");

    static OptionalInt depth(Arguments arguments) {
        Optional<Integer> depth = arguments.value(DEPTH);
        return depth.isPresent() ? OptionalInt.of(depth.get()) : OptionalInt.empty();
    }

    /// Contexts by time, coloured by function, activity or tag.
    public Figure timeline(Arguments arguments, Session session) throws IOException {
        try (TimelinePart selected = TimelinePart.open(options, arguments, session)) {
            TracePart part = selected.traced();
            Timeline timeline =
                    arguments.has(STACK)
                            ? stack(part)
                            : Timeline.of(part, TimelineFigure.MAX_ROWS, TimelineFigure.COLUMNS);
            NodeCategories.By by = arguments.value(COLOUR, NodeCategories.By.FUNCTION);
            NodeCategories categories = NodeCategories.of(selected.outline(), by, depth(arguments));
            Figure figure =
                    TimelineFigure.of(
                            timeline,
                            categories,
                            by,
                            CategoryTimes.of(part, categories, 1),
                            arguments.has(STACK)
                                    ? TimelineMessages.NONE
                                    : messages(selected, timeline),
                            selected.text());
            return noted(figure, selected);
        }
    }

    private static TimelineMessages messages(TimelinePart selected, Timeline timeline) {
        return TimelineMessages.of(
                selected.traces().interactions(),
                selected.outline().contexts().size(),
                timeline,
                TimelineFigure.MAX_MESSAGES);
    }

    private static Timeline stack(TracePart part) {
        int[] contexts = part.lines().stream().mapToInt(TraceLine::context).distinct().toArray();
        if (contexts.length > 1)
            throw new UsageException(
                    "--stack shows a single context; %s are selected"
                            .formatted(ContextSummary.counted(contexts.length, "context")),
                    "select one with --rank, --thread or --contexts");
        return Timeline.ofDepths(part, contexts[0], MAX_STACK, TimelineFigure.COLUMNS);
    }

    /// Share of contexts per activity over time.
    public Figure utilisation(Arguments arguments, Session session) throws IOException {
        try (TimelinePart selected = TimelinePart.open(options, arguments, session)) {
            selected.traced();
            boolean both = selected.hasThreadsAndStreams();
            TimelinePart counted = both ? selected.ofThreads() : selected;
            NodeCategories activities =
                    NodeCategories.of(
                            selected.outline(), NodeCategories.By.ACTIVITY, OptionalInt.empty());
            Figure figure =
                    UtilisationFigure.of(
                            CategoryTimes.of(counted.part(), activities, UtilisationFigure.BINS),
                            counted.text());
            if (both)
                figure =
                        figure.withCaption(
                                figure.caption()
                                        .and(
                                                "without GPU streams; select them with --contexts"
                                                        + " 'stream(*)'"));
            return noted(figure, selected);
        }
    }

    /// The communication matrix.
    public Figure messages(Arguments arguments, Session session) throws IOException {
        try (TimelinePart selected = TimelinePart.open(options, arguments, session)) {
            if (!selected.traces().interactions().isRecorded())
                throw new IllegalArgumentException(
                        selected.recording().path() + " has no messages in its traces");
            MessageGrid grid =
                    MessageGrid.of(
                            selected.outline(),
                            selected.traces().interactions(),
                            selected.chosen(),
                            selected.part().window(),
                            MessagesFigure.MAX_BINS);
            String subtitle =
                    "%s, %s"
                            .formatted(
                                    ContextSummary.counted(grid.total(), "message"),
                                    selected.windowText());
            return MessagesFigure.of(grid, arguments.value(OF, MessagesFigure.Of.BYTES), subtitle);
        }
    }

    /// Notes below the figure state what was not read.
    private static Figure noted(Figure figure, TimelinePart selected) {
        Caption caption = figure.caption();
        ReadReport report = selected.recording().report().and(selected.part().report());
        for (ReadReport.Entry entry : report.entries()) caption = caption.and(entry.toString());
        return figure.withCaption(caption);
    }
}
