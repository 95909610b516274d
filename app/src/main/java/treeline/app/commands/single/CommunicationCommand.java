package treeline.app.commands.single;

import treeline.aggregate.NodeDistribution;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.breakdown.MpiCalls;
import treeline.breakdown.RoutineSpread;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.numbers.Places;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.screen.Colour;
import treeline.question.screen.Sparkline;
import treeline.single.Distribution;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline communication`: in which MPI routines ranks differ, and which ranks are slowest there.
public final class CommunicationCommand {
    private static final int SLOW_SHOWN = 1;
    private static final int SLOW_LISTED = 5;

    private final RunOptions options;

    public CommunicationCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "communication",
                "find the MPI routines in which ranks differ, or are of two groups",
                List.of(RunOptions.PATH),
                options.choosing(RunOptions.METRIC, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline communication run.tldb",
                                "how long ranks are in each MPI routine, largest difference first"),
                        new Command.Example(
                                "treeline communication run.tldb --csv", "all numbers, as CSV")),
                this::run);
    }

    /// What is known of a run.
    ///
    /// @param places the ranks that were chosen
    private record Answer(RunOptions.Run run, Places places, List<RoutineSpread> spreads) {

        Metric metric() {
            return run.metric().in(Scope.INCLUSIVE);
        }

        Table table(int slow) {
            Places all = Places.of(run.values().contextsOfFile(), Places.By.RANK);
            return RoutineSpread.table(spreads, context -> all.name(all.of(context)), slow);
        }
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Answer answer = answer(arguments, console);
        if (data(answer, arguments).wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(answer.run.report(), console);
        print(answer, Sheet.top(arguments), console);
        return ExitCode.SUCCESS;
    }

    private Answer answer(Arguments arguments, Console console) throws IOException {
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.SCOPES, Scope.INCLUSIVE, console);
        if (!run.metric().addsUp())
            throw new IllegalArgumentException(
                    "metric '%s' is a reading at a point: its values do not add up"
                            .formatted(run.metric().name()));
        Places places = run.severalRanks();
        List<MpiCalls> calls = MpiCalls.of(run.profile().outline());
        return new Answer(
                run,
                places,
                RoutineSpread.of(calls, distributions(run, calls, console), places.size()));
    }

    private static List<NodeDistribution> distributions(
            RunOptions.Run run, List<MpiCalls> calls, Console console) throws IOException {
        var question = RoutineSpread.question(run.metric(), calls);
        return run.values().run(question.after(run.values().simpler()), Places.By.RANK, console);
    }

    private static DataAnswer data(Answer answer, Arguments arguments) {
        Table rows = Sheet.forPrograms(answer.table(SLOW_LISTED), arguments);
        return new DataAnswer("communication", rows)
                .run("run", answer.run)
                .metric(answer.metric())
                .values(answer.metric(), "min", "mean", "max", "range", "deviation")
                .text("compared", answer.places.counted())
                .with(json -> Notes.write(answer.run.report(), json));
    }

    private static void print(Answer answer, int top, Console console) {
        console.out()
                .println(
                        "%s in MPI routines among %s%s%s\n"
                                .formatted(
                                        RunOptions.metricText(answer.metric()),
                                        answer.places.counted(),
                                        answer.run.repetitionsText(),
                                        answer.run.partText()));
        Table table = answer.table(SLOW_SHOWN);
        if (table.rows() == 0) {
            console.out().println("no call of an MPI routine was recorded");
            return;
        }
        printTable(table, answer, top, console);
        if (answer.spreads.stream().anyMatch(each -> !each.isExact()))
            console.out()
                    .println(
                            console.screen()
                                    .paint(
                                            "so many ranks: means, deviations and histograms are"
                                                    + " known to about 1 %",
                                            Colour.GREY));
    }

    private static void printTable(Table table, Answer answer, int top, Console console) {
        Unit unit = answer.metric().unit();
        Column bimodal = table.column("bimodal");
        var sheet =
                new Sheet(table, console.screen())
                        .value("min", "min", unit)
                        .value("mean", "mean", unit)
                        .value("max", "max", unit)
                        .value("deviation", "deviation", unit)
                        .number("imbalance", "max/mean")
                        .computed(
                                "min to max",
                                false,
                                row ->
                                        Sparkline.of(
                                                counts(answer.spreads.get(row)),
                                                Distribution.BINS,
                                                console.screen()))
                        .computed("", false, row -> bimodal.number(row) == 1 ? "bimodal" : "");
        sheet.ranOn(answer.places, top)
                .text("slowest", "slowest")
                .text("routine", "routine")
                .print(top, console);
    }

    private static double[] counts(RoutineSpread spread) {
        return spread.histogram().stream().asDoubleStream().toArray();
    }
}
