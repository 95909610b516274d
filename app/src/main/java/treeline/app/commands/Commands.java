package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.builds.ArchiveAdd;
import treeline.app.commands.builds.BuildPlots;
import treeline.app.commands.ensemble.EnsemblePlots;
import treeline.app.commands.ensemble.EnsembleSave;
import treeline.app.commands.files.ConvertCommand;
import treeline.app.commands.files.DemoCommand;
import treeline.app.commands.files.FormatsCommand;
import treeline.app.commands.files.JupyterCommand;
import treeline.app.commands.files.McpCommand;
import treeline.app.commands.files.NativeCommand;
import treeline.app.commands.files.ServeCommand;
import treeline.app.commands.files.ShellCommand;
import treeline.app.commands.files.VerifyCommand;
import treeline.app.commands.output.ExplanationText;
import treeline.app.commands.output.OutputFormat;
import treeline.app.commands.plot.PlotKind;
import treeline.app.commands.single.PruneCommand;
import treeline.app.commands.single.ReportCommand;
import treeline.app.commands.single.SinglePlots;
import treeline.app.commands.single.TracePlots;
import treeline.app.demo.HeatProgram;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.builds.CompareQuestion;
import treeline.question.input.Explanation;
import treeline.question.input.RunOptions;
import treeline.question.list.Questions;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The list of all commands.
public final class Commands {
    private Commands() {}

    /// The commands of the program, in the order of the help.
    ///
    /// @param formats asked for only by commands that read or write, because looking for formats
    ///   takes time
    /// @param invoked how the user calls the program
    public static List<Command> all(Supplier<Formats> formats, String invoked) {
        List<Question> questions = new Questions(formats).all();
        Command mcp = new McpCommand(formats, questions).command();
        return Stream.concat(ofQuestions(questions, formats, invoked), Stream.of(mcp)).toList();
    }

    /// Questions in the order of their list, then groups of commands, then commands about files.
    private static Stream<Command> ofQuestions(
            List<Question> questions, Supplier<Formats> formats, String invoked) {
        var options = new RunOptions(formats);
        Stream<Command> single =
                questions.stream()
                        .filter(each -> !each.name().contains(" "))
                        .filter(each -> !each.name().equals("compare"))
                        .map(each -> withFiles(QuestionCommand.of(each), options));
        return Stream.concat(
                        single,
                        Stream.of(
                                table(questions),
                                ensemble(questions, EnsembleSave.command(formats)),
                                plot(options, formats),
                                new CompareCommand(new CompareQuestion(options)).command(),
                                archive(questions, new ArchiveAdd(formats).command()),
                                new ServeCommand(formats).command(),
                                new ShellCommand().command(),
                                new ConvertCommand(formats).command(),
                                new VerifyCommand(formats).command(),
                                new FormatsCommand(formats).command(),
                                NativeCommand.command(),
                                JupyterCommand.ofProcess().command(),
                                new DemoCommand(formats, HeatProgram.withDefaults(), invoked)
                                        .command()))
                .map(Commands::inOneForm);
    }

    private static Command table(List<Question> list) {
        return Command.group(
                        "table",
                        "print the data of a run as tables: metrics, contexts, call paths, values",
                        members("table ", list).toList())
                .example(
                        "treeline table contexts run.tldb --csv",
                        "ranks, threads and their labels, as CSV")
                .example(
                        "treeline table slice run.tldb --contexts 'rank(0-3)' --metrics 'time"
                                + " (i,e)'",
                        "the values of four ranks");
    }

    private static Command ensemble(List<Question> list, Command save) {
        return Command.group(
                        "ensemble",
                        "analyse many runs together: metadata, statistics, scaling, clusters,"
                                + " variability",
                        Stream.concat(members("ensemble ", list), Stream.of(save)).toList())
                .example("treeline ensemble info 'runs/*.tldb'", "how the runs differ")
                .example("treeline ensemble speedup 'runs/*.tldb'", "how well each node scales");
    }

    private static Command archive(List<Question> list, Command add) {
        return Command.group(
                        "archive",
                        "store the runs of many builds and detect when nodes changed",
                        Stream.concat(Stream.of(add), members("archive ", list)).toList())
                .example("treeline archive trend main/solve --archive perf", "when a node changed");
    }

    private static Stream<Command> members(String group, List<Question> list) {
        return list.stream().filter(each -> each.name().startsWith(group)).map(QuestionCommand::of);
    }

    private static Command plot(RunOptions options, Supplier<Formats> formats) {
        return Command.group(
                        "plot",
                        "plot the results of other commands as SVG, PNG or HTML",
                        Stream.of(
                                        new EnsemblePlots(new EnsembleOptions(formats)).all(),
                                        List.of(BuildPlots.trend()),
                                        new SinglePlots(options).all(),
                                        new TracePlots(options).all())
                                .flatMap(List::stream)
                                .map(PlotKind::command)
                                .toList())
                .example(
                        "treeline plot scaling 'runs/*.tldb' -o scaling.svg",
                        "how the largest nodes scale")
                .example(
                        "treeline plot ranks run.tldb -o ranks.html",
                        "distribution over ranks at the nodes that lose most time to imbalance");
    }

    /// Questions never write files; some of their commands do.
    private static Command withFiles(Command question, RunOptions options) {
        return switch (question.name()) {
            case "report" -> new ReportCommand(options).with(question);
            case "prune" -> new PruneCommand(options).with(question);
            default -> question;
        };
    }

    /// Data for programs comes in one form: who asks for two has not said which.
    private static Command inOneForm(Command command) {
        return command.withActions(
                action ->
                        (arguments, console) -> {
                            OutputFormat.requireOne(arguments);
                            return answered(action, arguments, console);
                        });
    }

    /// `--explain` stops a command before it reads values.
    private static int answered(Command.Action action, Arguments arguments, Console console)
            throws IOException {
        try {
            return action.run(arguments, console);
        } catch (Explanation.Explained instead) {
            ExplanationText.print(instead.explanation(), arguments, console);
            return ExitCode.SUCCESS;
        }
    }
}
