package treeline.app.cli;

import treeline.app.terminal.Console;
import treeline.question.parameter.ArgumentParser;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.Screen;
import treeline.text.Suggestion;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The command-line program: finds the command, parses its arguments, runs it, and prints errors as
/// one line.
public final class CommandLine {

    public static final Parameter<Boolean> HELP =
            Parameter.flag("help", "show this help").letter('h');
    private static final Parameter<Boolean> NO_COLOR =
            Parameter.flag("no-color", "no colours (also: NO_COLOR in the environment)");
    private static final Parameter<Boolean> ASCII =
            Parameter.flag("ascii", "draw with ASCII characters only");
    private static final Parameter<Integer> WIDTH =
            Parameter.of(
                    "width",
                    ParameterType.whole("N", 20, 10_000),
                    "line width in columns (default: the terminal width)");
    static final Parameter<Boolean> DEBUG =
            Parameter.flag("debug", "print a stack trace with each error");

    /// Options that every command has.
    static final List<Parameter<?>> COMMON = List.of(HELP, NO_COLOR, ASCII, WIDTH, DEBUG);

    private final String program;
    private final Supplier<String> version;
    private final String tagline;
    private final List<Command> commands;
    private final Map<String, String> keywords;

    public CommandLine(
            String program, Supplier<String> version, String tagline, List<Command> commands) {
        this(program, version, tagline, commands, Map.of());
    }

    /// Commands for help and completion are added to the given ones.
    ///
    /// @param tagline one line for the top of the help
    /// @param keywords everyday words by command name, for the search of the help
    public CommandLine(
            String program,
            Supplier<String> version,
            String tagline,
            List<Command> commands,
            Map<String, String> keywords) {
        this.keywords = Map.copyOf(keywords);
        this.program = program;
        this.version = version;
        this.tagline = tagline;
        List<Command> all = new ArrayList<>(commands);
        all.add(Completion.command(program, this::commands));
        all.add(Help.command(this));
        this.commands = List.copyOf(all);
    }

    public String program() {
        return program;
    }

    String version() {
        return version.get();
    }

    String tagline() {
        return tagline;
    }

    public List<Command> commands() {
        return commands;
    }

    /// Whether the words are the name of a command, or a group and one word more.
    boolean isCommand(List<String> words) {
        String name = String.join(" ", words);
        return commands.stream()
                .anyMatch(
                        each ->
                                each.name().equals(name)
                                        || (each.isGroup()
                                                && words.size() == 2
                                                && each.name().equals(words.getFirst())));
    }

    /// The commands that words describe, best first.
    List<Command> find(String words) {
        return new CommandSearch(commands, keywords).find(words);
    }

    /// Runs the command that the words name; returns the exit code of the process.
    public int run(List<String> given, Console console) {
        List<String> words = commandFirst(given);
        try {
            int code = dispatch(words, console);
            console.flush();
            return code;
        } catch (Exception | VirtualMachineError failed) {
            return Failure.of(failed).tell(this, words, toTell(words, console));
        }
    }

    /// The words may be what failed, so they are not parsed for the colours of the message.
    private static Console toTell(List<String> words, Console console) {
        return words.contains(NO_COLOR.written())
                ? console.with(console.screen().withoutColour())
                : console;
    }

    private int dispatch(List<String> words, Console console) throws IOException {
        if (words.isEmpty()) return runCommand(List.of("help"), console);
        return switch (words.getFirst()) {
            case "--version", "-V", "version" -> printVersion(console);
            case "--help", "-h" -> runCommand(asHelp(words), console);
            default -> runCommand(words, console);
        };
    }

    private static List<String> asHelp(List<String> words) {
        List<String> asked = new ArrayList<>(words);
        asked.set(0, "help");
        return asked;
    }

    private int printVersion(Console console) {
        console.out().println(program + " " + version.get());
        return ExitCode.SUCCESS;
    }

    private int runCommand(List<String> words, Console console) throws IOException {
        Command command = command(words);
        List<String> rest = words.subList(command.name().split(" ").length, words.size());
        Arguments arguments =
                new ArgumentParser(program, command.signature(), COMMON, List.of(HELP)).parse(rest);
        Console adapted = console.with(adapted(console.screen(), arguments));
        if (arguments.has(HELP) || command.isGroup()) {
            console.out().print(Help.of(program, command, adapted.screen()));
            return ExitCode.SUCCESS;
        }
        return command.action().run(arguments, adapted);
    }

    /// Options may stand before the command that takes them: `--engine local[2] imbalance run`.
    private List<String> commandFirst(List<String> words) {
        int options = 0;
        while (options < words.size() && words.get(options).startsWith("--")) {
            String word = words.get(options);
            Optional<Parameter<?>> option = option(word.substring(2).split("=", 2)[0]);
            if (option.isEmpty()) return words;
            options += option.get().isFlag() || word.contains("=") ? 1 : 2;
        }
        if (options == 0 || options >= words.size()) return words;
        List<String> rest = words.subList(options, words.size());
        boolean isGroup =
                commands.stream()
                        .anyMatch(each -> each.isGroup() && each.name().equals(rest.getFirst()));
        int named = isGroup && rest.size() > 1 && !rest.get(1).startsWith("-") ? 2 : 1;
        List<String> moved = new ArrayList<>(rest.subList(0, named));
        moved.addAll(words.subList(0, options));
        moved.addAll(rest.subList(named, rest.size()));
        return moved;
    }

    /// An option of any command.
    private Optional<Parameter<?>> option(String name) {
        return Stream.concat(
                        COMMON.stream(),
                        commands.stream()
                                .flatMap(
                                        each ->
                                                Stream.concat(
                                                        Stream.of(each), each.members().stream()))
                                .flatMap(each -> each.options().stream()))
                .filter(each -> each.isCalled(name))
                .findFirst();
    }

    private static Screen adapted(Screen screen, Arguments arguments) {
        Screen adapted = arguments.value(WIDTH).map(screen::withWidth).orElse(screen);
        if (arguments.has(NO_COLOR)) adapted = adapted.withoutColour();
        return arguments.has(ASCII) ? adapted.inAscii() : adapted;
    }

    /// The command that words begin with. Of a group it is the member that the second word names,
    /// or the group itself where there is none.
    Command command(List<String> words) {
        Command first = among(commands, words.getFirst(), "");
        boolean named = words.size() > 1 && !words.get(1).startsWith("-");
        return first.isGroup() && named
                ? among(first.members(), words.get(1), first.name() + " ")
                : first;
    }

    private Command among(List<Command> known, String word, String group) {
        return known.stream()
                .filter(command -> command.lastWord().equals(word))
                .findFirst()
                .orElseThrow(() -> unknown(known, word, group));
    }

    private UsageException unknown(List<Command> known, String word, String group) {
        List<String> names = known.stream().map(Command::lastWord).toList();
        String what = word.startsWith("-") ? "option" : "command";
        return new UsageException(
                "no %s '%s%s'%s"
                        .formatted(
                                what,
                                group,
                                word,
                                elsewhere(word).orElseGet(() -> Suggestion.among(names, word))),
                "see '%s help %s".formatted(program, group).strip() + "'");
    }

    /// Where a word is a question of a group, such as `ensemble speedup`.
    private Optional<String> elsewhere(String word) {
        return commands.stream()
                .flatMap(each -> each.members().stream())
                .filter(member -> member.lastWord().equals(word))
                .map(member -> "; did you mean '%s'?".formatted(member.name()))
                .findFirst();
    }
}
