package treeline.app.cli;

import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.List;
import java.util.function.Supplier;

/// Generator of shell completion scripts for commands, options, choices and files.
final class Completion {
    private Completion() {}

    /// The supported shells.
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    static Command command(String program, Supplier<List<Command>> commands) {
        ParameterType<Shell> shells = ParameterType.choice(Shell.class);
        Operand shell =
                Operand.once(
                        new ParameterType<>(
                                shells.placeholder(),
                                shells.choices(),
                                false,
                                text -> ParameterType.nameOf(shells.parser().apply(text))),
                        "the shell to write the script for");
        return new Command(
                        "completion",
                        "write the completion script of a shell",
                        List.of(shell),
                        List.of(),
                        (arguments, console) -> {
                            Shell chosen = shells.parser().apply(arguments.one(shell));
                            console.data().print(script(chosen, program, commands.get()));
                            return ExitCode.SUCCESS;
                        })
                .example(
                        "source <(%s completion bash)".formatted(program),
                        "complete in this shell; in ~/.bashrc: in every shell")
                .example(
                        "%s completion fish > ~/.config/fish/completions/%s.fish"
                                .formatted(program, program),
                        "complete in every fish from now on");
    }

    static String script(Shell shell, String program, List<Command> commands) {
        return switch (shell) {
            case BASH -> new BashCompletion(program, commands).script();
            case ZSH -> new ZshCompletion(program, commands).script();
            case FISH -> new FishCompletion(program, commands).script();
        };
    }

    /// All commands that do something: groups only hold them.
    static List<Command> acting(List<Command> commands) {
        return commands.stream()
                .flatMap(Command::all)
                .filter(command -> !command.isGroup())
                .toList();
    }

    /// The options of a command and those that every command has.
    static List<Parameter<?>> optionsOf(Command command) {
        return java.util.stream.Stream.concat(
                        command.options().stream(), CommandLine.COMMON.stream())
                .toList();
    }

    /// Text between single quotes, for any of the shells.
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
