package treeline.question.trace;

import treeline.figure.TimelineFigure;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.answer.TextFigure;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.source.ReadReport;
import treeline.statement.Argument;
import treeline.trace.TracePart;
import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.NodeCategories;
import treeline.trace.timeline.Timeline;
import treeline.trace.timeline.TimelineMessages;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/// `timeline`: the activity of contexts over time as characters, with the time of each function.
public record TimelineQuestion(RunOptions options) {
    private static final int DEFAULT_ROWS = 32;
    private static final int MAX_ROWS = 10_000;

    private static final Parameter<Integer> ROWS =
            Parameter.of(
                    "rows",
                    ParameterType.whole("N", 1, MAX_ROWS),
                    "contexts to show; more are thinned out by an even stride (default: 32)");

    public Question question() {
        return Question.ofRun(
                        "timeline",
                        "draw the activity of ranks, threads and streams over time as characters",
                        Parameter.all(
                                List.of(Between.OPTION, TraceFigures.DEPTH, ROWS),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example("treeline timeline trace.json", "what each thread and stream did when")
                .example(
                        "treeline timeline trace.json --between 200ms 300ms --depth 1",
                        "the outermost functions in a tenth of a second")
                .example(
                        "treeline timeline trace.json --csv",
                        "stretches of equal cells: context, start, end and function, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TimelinePart selected = TimelinePart.open(options, arguments, session)) {
            TracePart part = selected.traced();
            Timeline timeline =
                    Timeline.of(part, arguments.value(ROWS, DEFAULT_ROWS), TimelineFigure.COLUMNS);
            NodeCategories functions =
                    categories(selected, NodeCategories.By.FUNCTION, TraceFigures.depth(arguments));
            NodeCategories activities =
                    categories(selected, NodeCategories.By.ACTIVITY, OptionalInt.empty());
            CategoryTimes times = CategoryTimes.of(part, functions, 1);
            return answer(selected, timeline, functions, activities, times);
        }
    }

    private static NodeCategories categories(
            TimelinePart selected, NodeCategories.By by, OptionalInt depth) {
        return NodeCategories.of(selected.outline(), by, depth);
    }

    private static Answer answer(
            TimelinePart selected,
            Timeline timeline,
            NodeCategories functions,
            NodeCategories activities,
            CategoryTimes times) {
        ReadReport report = selected.recording().report().and(selected.part().report());
        var symbols = new FunctionSymbols(functions, times);
        var text = new TimelineText(timeline, functions, activities, symbols);
        String title = selected.text();
        var legend = new TimelineLegend(functions, times, symbols);
        Answer.Builder answer =
                new Answer.Builder(
                                "timeline",
                                TimelineStretches.of(timeline, functions, activities).table())
                        .run(
                                "run",
                                selected.recording().path(),
                                selected.recording().format().name())
                        .notes(report)
                        .with(json -> Answer.writeNotes(report, json))
                        .number("columns", timeline.columns())
                        .with(legend::writeFunctions)
                        .title(title)
                        .add(new TextFigure(text::lines))
                        .gap()
                        .add(legend.section());
        if (timeline.rows() < timeline.contexts())
            answer.add(
                    Statement.omission(
                            "{shown} of {all} contexts are shown, chosen by an even stride; --rows"
                                    + " shows more",
                            Argument.count(timeline.rows()),
                            Argument.count(timeline.contexts())));
        return answer.figure(
                        () ->
                                TimelineFigure.of(
                                        timeline,
                                        functions,
                                        NodeCategories.By.FUNCTION,
                                        times,
                                        TimelineMessages.NONE,
                                        title))
                .build();
    }
}
