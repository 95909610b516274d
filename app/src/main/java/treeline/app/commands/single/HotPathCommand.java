package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.CallTree;
import treeline.numbers.Numbers;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.ShareColour;
import treeline.question.screen.TextWidth;
import treeline.single.HotPath;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline hot-path`: where to look first.
public final class HotPathCommand {
    private static final double USUAL_PERCENT = HotPath.USUAL_SHARE * 100;
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                            "threshold",
                            ParameterType.real("PERCENT", 0.001, 100),
                            "go on while a child has so much of its parent (default: 50)")
                    .letter('t');
    private static final Parameter<String> FROM =
            Parameter.of(
                    "from",
                    ParameterType.text("CALLPATH"),
                    "start at this node, such as main/solve (default: the heaviest root)");
    private static final Parameter<Boolean> ALL =
            Parameter.flag("all", "a hot path for each root of a forest");

    private final RunOptions options;

    public HotPathCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "hot-path",
                "follow the heaviest calls from the root",
                List.of(RunOptions.PATH),
                options.with(THRESHOLD, FROM, ALL, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example("treeline hot-path run.tldb", "where to look first"),
                        new Command.Example(
                                "treeline hot-path run.tldb --from main/solve --threshold 30",
                                "within one call, stopping later")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run run = options.load(arguments, RunOptions.Part.METRIC, console);
        HotPath.require(run.metric());
        CallTree tree = run.profile().tree();
        Numbers numbers = Numbers.of(run.profile(), run.metric());
        double[] inclusive = numbers.inclusive(run.over());
        double total = run.total();
        List<int[]> paths = paths(arguments, tree, inclusive);
        var data = new DataAnswer("hot-path", HotPath.table(tree, inclusive, total, paths)).of(run);
        data.values(run.metric(), "value");
        if (data.total(total).wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(run.report(), console);
        print(run, inclusive, total, paths, console);
        return ExitCode.SUCCESS;
    }

    private static List<int[]> paths(Arguments arguments, CallTree tree, double[] inclusive) {
        double share = arguments.value(THRESHOLD, USUAL_PERCENT) / 100;
        if (arguments.has(ALL)) return HotPath.ofAllRoots(tree, inclusive, share);
        return List.of(
                arguments
                        .value(FROM)
                        .map(path -> HotPath.from(tree, tree.at(path), inclusive, share))
                        .orElseGet(() -> HotPath.of(tree, inclusive, share)));
    }

    private static void print(
            RunOptions.Run run,
            double[] inclusive,
            double total,
            List<int[]> paths,
            Console console) {
        console.out().println("hot path by " + run.heading());
        for (int[] path : paths) {
            console.out().println();
            if (path.length == 0) console.out().println("nothing has a value above 0");
            for (int i = 0; i < path.length; i++)
                console.out().println(line(run, inclusive, total, path, i, console.screen()));
            if (path.length > 0)
                console.out()
                        .println(
                                console.screen()
                                        .paint(
                                                end(run.profile().tree(), inclusive, path),
                                                Colour.GREY));
        }
    }

    private static String line(
            RunOptions.Run run,
            double[] inclusive,
            double total,
            int[] path,
            int at,
            Screen screen) {
        CallTree tree = run.profile().tree();
        double share = inclusive[path[at]] / total;
        String value =
                new Quantity(3, screen.unicode()).text(inclusive[path[at]], run.metric().unit());
        String numbers =
                TextWidth.padLeft(value, 9) + "  " + TextWidth.padLeft(Quantity.percent(share), 7);
        String guide = "  ".repeat(at) + (at == 0 ? "" : screen.unicode() ? "└─ " : "`- ");
        int room = Math.max(8, screen.width() - TextWidth.of(numbers) - 2 - TextWidth.of(guide));
        String name =
                TextWidth.cutInMiddle(
                        TextWidth.printable(tree.name(path[at])), room, screen.ellipsis());
        return screen.paint(numbers, ShareColour.of(share))
                + "  "
                + screen.paint(guide, Colour.GREY)
                + screen.paint(name, at == path.length - 1 ? Colour.BOLD : Colour.RED);
    }

    /// Why the path goes no further.
    private static String end(CallTree tree, double[] inclusive, int[] path) {
        int last = path[path.length - 1];
        int[] children = tree.children(last);
        if (children.length == 0) return "it ends at a leaf";
        int heaviest = children[0];
        for (int child : children)
            if (inclusive[child] > inclusive[heaviest] || Double.isNaN(inclusive[heaviest]))
                heaviest = child;
        return "here it spreads: %s, the heaviest is %s with %s"
                .formatted(
                        ContextSummary.counted(children.length, "call"),
                        TextWidth.printable(tree.name(heaviest)),
                        Quantity.percent(inclusive[heaviest] / inclusive[last]));
    }
}
