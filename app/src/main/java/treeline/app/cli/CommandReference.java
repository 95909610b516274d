package treeline.app.cli;

import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The reference of all commands in Markdown, generated from the list of commands. Options with the
/// same meaning in several commands are described once.
public final class CommandReference {
    private static final int MIN_COMMANDS_OF_SHARED_OPTION = 3;

    private final CommandLine commandLine;
    private final List<Command> commands;
    private final Map<String, Parameter<?>> shared;
    private final StringBuilder text = new StringBuilder();

    private CommandReference(CommandLine commandLine) {
        this.commandLine = commandLine;
        this.commands = Completion.acting(commandLine.commands());
        this.shared = shared(commands);
    }

    public static String of(CommandLine commandLine) {
        return new CommandReference(commandLine).page();
    }

    /// Options that several commands have, by their row.
    private static Map<String, Parameter<?>> shared(List<Command> commands) {
        Map<String, Integer> uses = new HashMap<>();
        Map<String, Parameter<?>> options = new TreeMap<>();
        for (Command command : commands)
            for (Parameter<?> option : command.options()) {
                uses.merge(key(option), 1, Integer::sum);
                options.put(key(option), option);
            }
        options.keySet().removeIf(key -> uses.getOrDefault(key, 0) < MIN_COMMANDS_OF_SHARED_OPTION);
        return options;
    }

    private static String key(Parameter<?> option) {
        return usage(option) + " " + option.description();
    }

    private String page() {
        text.append(
                """
                # Commands

                Generated from the list of commands. `%1$s help COMMAND` prints the same with examples,
                `%1$s help WORDS` finds the command for a task.

                | command | purpose |
                |---|---|
                """
                        .formatted(commandLine.program()));
        for (Command each : commands)
            row("[%s](#%s)".formatted(each.name(), each.name().replace(' ', '-')), each.summary());
        text.append("\n## Options of every command\n");
        options(CommandLine.COMMON);
        text.append("\n## Shared options\n");
        options(List.copyOf(shared.values()));
        for (Command each : commands) section(each);
        return text.toString();
    }

    private void section(Command command) {
        text.append("\n## %s\n".formatted(command.name()));
        text.append("    %s\n".formatted(Help.usage(commandLine.program(), command)));
        List<Parameter<?>> own =
                command.options().stream().filter(each -> !shared.containsKey(key(each))).toList();
        if (!command.parameters().isEmpty() || !own.isEmpty())
            text.append("\n| argument or option | |\n|---|---|\n");
        for (Operand each : command.parameters()) row(code(each.name()), each.description());
        for (Parameter<?> each : own) row(code(usage(each)), each.description());
        String others =
                command.options().stream()
                        .filter(each -> shared.containsKey(key(each)))
                        .map(each -> code(each.written()))
                        .collect(Collectors.joining(", "));
        if (!others.isEmpty()) text.append("\n[Shared](#shared-options): %s\n".formatted(others));
    }

    private void options(List<Parameter<?>> options) {
        text.append("\n| option | |\n|---|---|\n");
        for (Parameter<?> each : options) row(code(usage(each)), each.description());
    }

    private static String usage(Parameter<?> option) {
        String letter = option.hasLetter() ? "-" + option.letter() + ", " : "";
        ParameterType<?> value = option.value();
        return letter + option.written() + (value == null ? "" : " " + value.placeholder());
    }

    private void row(String first, String second) {
        text.append("| %s | %s |\n".formatted(cell(first), cell(second)));
    }

    private static String cell(String words) {
        return words.replace("|", "\\|").replace("<", "&lt;");
    }

    private static String code(String words) {
        return "`" + words + "`";
    }
}
