package treeline.app.cli;

import treeline.question.parameter.Example;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;

import java.util.List;

/// The help pages, generated from the commands.
final class Help {
    private static final int WIDEST = 100;

    /// A longer word has a line of its own, so that explanations keep their room.
    private static final int WIDEST_WORD = 32;

    private static final String INDENT = "  ";

    private final Screen screen;
    private final StringBuilder text = new StringBuilder();

    /// A term and its explanation.
    private record Entry(String word, String explanation) {}

    private Help(Screen screen) {
        this.screen = screen;
    }

    static Command command(CommandLine commandLine) {
        Operand topic =
                Operand.any(
                        ParameterType.name(
                                "WORD",
                                () -> commandLine.commands().stream().map(Command::name).toList()),
                        "a command, or words that describe a task");
        Parameter<Boolean> man = Parameter.flag("man", "print the manual page in roff format");
        return new Command(
                        "help",
                        "explain a command, or find the command for a task",
                        List.of(topic),
                        List.of(man),
                        (arguments, console) -> {
                            List<String> words = arguments.all(topic);
                            console.out()
                                    .print(
                                            arguments.has(man)
                                                    ? new ManPage(commandLine).of(words)
                                                    : of(commandLine, words, console.screen()));
                            return ExitCode.SUCCESS;
                        })
                .example(commandLine.program() + " help tree", "explains a command")
                .example(commandLine.program() + " help slow rank", "lists commands for a task");
    }

    /// The page of a command if the words are its name, otherwise the commands that they describe.
    private static String of(CommandLine commandLine, List<String> words, Screen screen) {
        if (words.isEmpty()) return of(commandLine, screen);
        List<Command> found =
                commandLine.isCommand(words)
                        ? List.of()
                        : commandLine.find(String.join(" ", words));
        return found.isEmpty()
                ? of(commandLine.program(), commandLine.command(words), screen)
                : listed(commandLine.program(), words, found, screen);
    }

    private static String listed(
            String program, List<String> words, List<Command> found, Screen screen) {
        var help = new Help(screen);
        help.text.append("commands for '%s':\n".formatted(String.join(" ", words)));
        help.entries(found.stream().map(each -> new Entry(each.name(), each.summary())).toList());
        help.text.append("\n'%s help COMMAND' explains a command.\n".formatted(program));
        return help.text.toString();
    }

    /// The page of the whole program.
    static String of(CommandLine commandLine, Screen screen) {
        var help = new Help(screen);
        String program = commandLine.program();
        help.text.append(commandLine.tagline()).append("\n\n");
        help.usage(program + " COMMAND [ARGUMENTS] [OPTIONS]");
        help.commands(commandLine.commands());
        help.options("options of every command", CommandLine.COMMON);
        help.text
                .append("\n'%s help COMMAND' explains a command; ".formatted(program))
                .append("'%s help WORDS' finds the command for a task;\n".formatted(program))
                .append("'%s --version' prints the version.\n".formatted(program));
        return help.text.toString();
    }

    /// The page of one command.
    static String of(String program, Command command, Screen screen) {
        var help = new Help(screen);
        help.wrapped(command.summary(), 0);
        help.text.append('\n');
        help.usage(usage(program, command));
        help.section(
                "arguments",
                command.parameters().stream()
                        .map(each -> new Entry(each.name(), each.description()))
                        .toList());
        help.commands(command.members());
        help.options("options", command.options());
        help.options("options of every command", CommandLine.COMMON);
        help.examples(command.examples());
        if (command.isGroup())
            help.text.append(
                    "\n'%s help %s COMMAND' explains a command.\n"
                            .formatted(program, command.name()));
        return help.text.toString();
    }

    /// The form of a command line.
    static String usage(String program, Command command) {
        var usage = new StringBuilder(program + " " + command.name());
        if (command.isGroup()) usage.append(" COMMAND [ARGUMENTS]");
        command.parameters().forEach(parameter -> usage.append(' ').append(parameter.usage()));
        return usage.append(" [OPTIONS]").toString();
    }

    private void commands(List<Command> commands) {
        section(
                "commands",
                commands.stream()
                        .map(command -> new Entry(command.lastWord(), command.summary()))
                        .toList());
    }

    private void usage(String line) {
        text.append(screen.paint("usage:", Colour.BOLD)).append(' ').append(line).append('\n');
    }

    private void options(String title, List<Parameter<?>> options) {
        section(title, options.stream().map(Help::entry).toList());
    }

    private static Entry entry(Parameter<?> option) {
        String letter = option.hasLetter() ? "-" + option.letter() + ", " : "    ";
        ParameterType<?> value = option.value();
        String taken = value == null ? "" : " " + value.placeholder();
        return new Entry(letter + option.written() + taken, option.description());
    }

    private void section(String title, List<Entry> entries) {
        if (entries.isEmpty()) return;
        title(title);
        entries(entries);
    }

    private void entries(List<Entry> entries) {
        int column =
                entries.stream()
                        .mapToInt(entry -> entry.word().length())
                        .filter(length -> length <= WIDEST_WORD)
                        .max()
                        .orElse(WIDEST_WORD);
        for (Entry entry : entries) {
            int at = INDENT.length() * 2 + column;
            text.append(INDENT).append(TextWidth.padRight(entry.word(), column));
            text.append(entry.word().length() > column ? "\n" + " ".repeat(at) : INDENT);
            wrapped(entry.explanation(), at);
        }
    }

    private void title(String title) {
        text.append('\n').append(screen.paint(title + ":", Colour.BOLD)).append('\n');
    }

    /// Writes words at a column, on as many lines as they need.
    private void wrapped(String words, int column) {
        int room = Math.max(20, Math.min(screen.width(), WIDEST) - column);
        int used = 0;
        for (String word : words.split(" ")) {
            if (used > 0 && used + 1 + word.length() > room) {
                text.append('\n').append(" ".repeat(column));
                used = 0;
            } else if (used > 0) {
                text.append(' ');
                used++;
            }
            text.append(word);
            used += word.length();
        }
        text.append('\n');
    }

    private void examples(List<Example> examples) {
        if (examples.isEmpty()) return;
        title("examples");
        for (Example example : examples) {
            text.append(INDENT).append(example.line()).append('\n').append(INDENT.repeat(3));
            wrapped(example.purpose(), INDENT.length() * 3);
        }
    }
}
