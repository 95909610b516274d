package treeline.app.cli;

import treeline.app.terminal.Console;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Example;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.Signature;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A command as data. Help and completion are generated from it; only [Action] has behaviour.
///
/// @param name the words of the command: `tree`, or `ensemble stats` for a member of a group
/// @param summary one line for the list of commands
/// @param examples shown at the end of its help
/// @param members the commands of a group
public record Command(
        String name,
        String summary,
        List<Operand> parameters,
        List<Parameter<?>> options,
        List<Example> examples,
        Action action,
        List<Command> members) {

    /// Executes a command and returns the exit code.
    @FunctionalInterface
    public interface Action {
        int run(Arguments arguments, Console console) throws IOException;
    }

    public Command {
        parameters = List.copyOf(parameters);
        options = List.copyOf(options);
        examples = List.copyOf(examples);
        members = List.copyOf(members);
    }

    public Command(
            String name,
            String summary,
            List<Operand> parameters,
            List<Parameter<?>> options,
            Action action) {
        this(name, summary, parameters, options, List.of(), action, List.of());
    }

    /// Commands that belong together. The group itself does nothing but explain them.
    public static Command group(String name, String summary, List<Command> members) {
        Action none = (_, _) -> ExitCode.BAD_INPUT;
        return new Command(name, summary, List.of(), List.of(), List.of(), none, members);
    }

    /// The same command, and all members of a group, with actions made from theirs.
    public Command withActions(UnaryOperator<Action> made) {
        return new Command(
                name,
                summary,
                parameters,
                options,
                examples,
                made.apply(action),
                members.stream().map(member -> member.withActions(made)).toList());
    }

    /// The same command with further options.
    public Command with(Parameter<?>... more) {
        return new Command(
                name,
                summary,
                parameters,
                Parameter.all(options, List.of(more)),
                examples,
                action,
                members);
    }

    /// The same command with a further example.
    public Command example(String line, String purpose) {
        var more = Stream.concat(examples.stream(), Stream.of(new Example(line, purpose)));
        return new Command(name, summary, parameters, options, more.toList(), action, members);
    }

    /// The name, operands and parameters.
    public Signature signature() {
        return new Signature(name, parameters, options);
    }

    boolean isGroup() {
        return !members.isEmpty();
    }

    /// What calls it behind the name of its group.
    String lastWord() {
        return name.substring(name.lastIndexOf(' ') + 1);
    }

    /// The command itself and, of a group, its members.
    Stream<Command> all() {
        return Stream.concat(Stream.of(this), members.stream());
    }
}
