package treeline.app.cli;

import treeline.question.parameter.Example;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Manual pages in roff with the `man` macros, generated from the list of commands.
public final class ManPage {
    private final CommandLine commandLine;
    private final StringBuilder text = new StringBuilder();

    public ManPage(CommandLine commandLine) {
        this.commandLine = commandLine;
    }

    /// All pages by file name: `treeline.1`, `treeline-tree.1`, `treeline-ensemble-stats.1`.
    public static Map<String, String> all(CommandLine commandLine) {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put(commandLine.program() + ".1", new ManPage(commandLine).of(List.of()));
        commandLine.commands().stream()
                .flatMap(Command::all)
                .forEach(
                        each ->
                                pages.put(
                                        title(commandLine.program(), each) + ".1",
                                        new ManPage(commandLine).page(each)));
        return pages;
    }

    /// The page of the command that the words name, or of the program.
    String of(List<String> words) {
        return words.isEmpty() ? program() : page(commandLine.command(words));
    }

    private String program() {
        String program = commandLine.program();
        heading(program);
        section("NAME");
        line(commandLine.tagline().replaceFirst(": ", " - "));
        section("SYNOPSIS");
        macro(".B", program);
        line("COMMAND [ARGUMENTS] [OPTIONS]");
        section("COMMANDS");
        commandLine
                .commands()
                .forEach(
                        each ->
                                entry(
                                        each.name(),
                                        each.summary()
                                                + "; see %s(1)".formatted(title(program, each))));
        options("OPTIONS OF EVERY COMMAND", CommandLine.COMMON);
        return text.toString();
    }

    private String page(Command command) {
        String program = commandLine.program();
        heading(title(program, command));
        section("NAME");
        line(title(program, command) + " - " + command.summary());
        section("SYNOPSIS");
        macro(".B", program + " " + command.name());
        line(Help.usage("", command).strip().substring(command.name().length()).strip());
        if (!command.parameters().isEmpty()) section("ARGUMENTS");
        for (Operand each : command.parameters()) entry(each.name(), each.description());
        if (command.isGroup()) section("COMMANDS");
        for (Command each : command.members())
            entry(each.lastWord(), each.summary() + "; see %s(1)".formatted(title(program, each)));
        if (!command.options().isEmpty()) options("OPTIONS", command.options());
        options("OPTIONS OF EVERY COMMAND", CommandLine.COMMON);
        examples(command.examples());
        section("SEE ALSO");
        macro(".BR", program + " (1)");
        return text.toString();
    }

    private static String title(String program, Command command) {
        return program + "-" + command.name().replace(' ', '-');
    }

    private void heading(String title) {
        text.append(
                ".TH \"%s\" 1 \"\" \"%s\" \"User commands\"\n"
                        .formatted(
                                escaped(title.toUpperCase(Locale.ROOT)),
                                escaped(commandLine.program() + " " + commandLine.version())));
    }

    private void section(String title) {
        text.append(".SH ").append(title).append('\n');
    }

    private void entry(String term, String description) {
        text.append(".TP\n");
        macro(".B", term);
        line(description);
    }

    private void options(String title, List<Parameter<?>> options) {
        section(title);
        for (Parameter<?> each : options) {
            String letter = each.hasLetter() ? "-" + each.letter() + ", " : "";
            ParameterType<?> value = each.value();
            entry(
                    letter + each.written() + (value == null ? "" : " " + value.placeholder()),
                    each.description());
        }
    }

    private void examples(List<Example> examples) {
        if (examples.isEmpty()) return;
        section("EXAMPLES");
        for (Example each : examples) entry(each.line(), each.purpose());
    }

    private void macro(String name, String argument) {
        text.append(name).append(' ').append(escaped(argument)).append('\n');
    }

    private void line(String words) {
        String escaped = escaped(words);
        boolean isControl = escaped.startsWith(".") || escaped.startsWith("'");
        text.append(isControl ? "\\&" : "").append(escaped).append('\n');
    }

    private static String escaped(String words) {
        return words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
    }
}
