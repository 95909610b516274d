package treeline.app.cli;

import java.util.List;

/// One `complete` line for each command, option and argument.
record FishCompletion(String program, List<Command> commands) {

    String script() {
        var script = new StringBuilder();
        script.append("# fish completion of %s\n".formatted(program));
        script.append("complete -c %s -f\n".formatted(program));
        for (Command command : commands)
            line(script, "__fish_use_subcommand", "-a " + command.name(), command.summary());
        for (Command command : commands) {
            String within = "__fish_seen_subcommand_from " + command.name();
            for (Option<?> option : Completion.optionsOf(command))
                line(script, within, option(option), option.description());
            for (Parameter parameter : command.parameters())
                line(script, within, argument(parameter.value()), "");
        }
        return script.toString();
    }

    private void line(StringBuilder script, String when, String what, String description) {
        if (what.isEmpty()) return;
        script.append("complete -c %s -n %s %s".formatted(program, Completion.quoted(when), what));
        if (!description.isEmpty()) script.append(" -d ").append(Completion.quoted(description));
        script.append('\n');
    }

    private static String option(Option<?> option) {
        String names = "-l " + option.name();
        if (option.hasLetter()) names = "-s " + option.letter() + " " + names;
        Value<?> value = option.value();
        if (value == null) return names;
        if (value.file()) return names + " -rF";
        String choices = String.join(" ", value.choices().get());
        return names + (choices.isEmpty() ? " -x" : " -xa " + Completion.quoted(choices));
    }

    private static String argument(Value<?> value) {
        if (value.file()) return "-F";
        String choices = String.join(" ", value.choices().get());
        return choices.isEmpty() ? "" : "-a " + Completion.quoted(choices);
    }
}
