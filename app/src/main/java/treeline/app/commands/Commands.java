package treeline.app.commands;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.files.ConvertCommand;
import treeline.app.commands.files.DemoCommand;
import treeline.app.commands.files.FormatsCommand;
import treeline.app.commands.files.JupyterCommand;
import treeline.app.commands.files.McpCommand;
import treeline.app.commands.files.NativeCommand;
import treeline.app.commands.files.ServeCommand;
import treeline.app.commands.files.ShellCommand;
import treeline.app.commands.output.ExplanationText;
import treeline.app.commands.output.OutputFormat;
import treeline.app.commands.single.PruneCommand;
import treeline.app.commands.single.ReportCommand;
import treeline.app.demo.HeatProgram;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.input.Explanation;
import treeline.question.list.Questions;
import treeline.question.parameter.Arguments;

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
        List<Command> questions = questions(formats, invoked);
        var mcp = new McpCommand(formats, new Questions(formats).all());
        return Stream.concat(questions.stream(), Stream.of(mcp.command())).toList();
    }

    /// Questions in the order of their list, then groups of commands, then commands about files.
    private static List<Command> questions(Supplier<Formats> formats, String invoked) {
        var list = new Questions(formats);
        Stream<Command> single =
                list.all().stream()
                        .filter(
                                each ->
                                        !each.name().contains(" ")
                                                && !each.name().equals("compare"))
                        .map(each -> withFiles(QuestionCommand.of(each), formats));
        return Stream.concat(
                        single,
                        Stream.of(
                                table(list.all()),
                                EnsembleCommand.command(list, formats),
                                PlotCommand.command(formats),
                                new CompareCommand(formats).command(),
                                ArchiveCommand.command(list, formats),
                                new ServeCommand(formats).command(),
                                new ShellCommand().command(),
                                new ConvertCommand(formats).command(),
                                new FormatsCommand(formats).command(),
                                NativeCommand.command(),
                                JupyterCommand.ofProcess().command(),
                                new DemoCommand(formats, HeatProgram.withDefaults(), invoked)
                                        .command()))
                .map(Commands::inOneForm)
                .toList();
    }

    private static Command table(List<Question> list) {
        return Command.group(
                "table",
                "show what a run holds as tables: metrics, contexts, call paths, values",
                List.of(
                        new Command.Example(
                                "treeline table contexts run.tldb --csv",
                                "ranks, threads and what else is known of them, as CSV"),
                        new Command.Example(
                                "treeline table slice run.tldb --contexts 'rank(0-3)' --metrics"
                                        + " 'time (i,e)'",
                                "the values of four ranks")),
                list.stream()
                        .filter(each -> each.name().startsWith("table "))
                        .map(QuestionCommand::of)
                        .toList());
    }

    /// Questions never write files; some of their commands do.
    private static Command withFiles(Command question, Supplier<Formats> formats) {
        return switch (question.name()) {
            case "report" -> new ReportCommand(formats).with(question);
            case "prune" -> new PruneCommand(formats).with(question);
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
