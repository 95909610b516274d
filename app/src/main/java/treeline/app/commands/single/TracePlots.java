package treeline.app.commands.single;

import treeline.app.commands.plot.PlotKind;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Parameter;
import treeline.question.trace.TraceFigures;

import java.util.List;

/// The plots of a traced run.
public record TracePlots(RunOptions options) {

    public List<PlotKind> all() {
        var figures = new TraceFigures(options);
        return List.of(
                new PlotKind(
                        "timeline",
                        "activity of ranks, threads and streams over time, with messages if they"
                                + " are few",
                        RunOptions.PATH,
                        selecting(TraceFigures.COLOUR, TraceFigures.DEPTH, TraceFigures.STACK),
                        "ring --between 40% 60% -o timeline.svg",
                        "what each rank did when, with its messages",
                        figures::timeline),
                new PlotKind(
                        "utilisation",
                        "share of contexts that compute, communicate, wait or are idle over time",
                        RunOptions.PATH,
                        selecting(),
                        "ring -o utilisation.svg",
                        "when ranks compute and when they wait",
                        figures::utilisation),
                new PlotKind(
                        "messages",
                        "communication matrix of a traced run: bytes or messages from senders to"
                                + " receivers",
                        RunOptions.PATH,
                        selecting(TraceFigures.OF),
                        "ring -o messages.svg",
                        "who sends how much to whom",
                        figures::messages));
    }

    private List<Parameter<?>> selecting(Parameter<?>... own) {
        return Parameter.all(
                List.of(own),
                List.of(Between.OPTION),
                Choice.OF_CONTEXTS,
                List.of(options.format()));
    }
}
