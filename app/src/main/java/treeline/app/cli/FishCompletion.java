package treeline.app.cli;

import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.List;

/// Completion script for fish: one `complete` line per command, option and argument.
record FishCompletion(String program, List<Command> commands) {

    String script() {
        var script = new StringBuilder(conditions());
        for (Command command : commands)
            line(script, "__fish_use_subcommand", "-a " + command.name(), command.summary());
        for (Command group : commands)
            for (Command member : group.members())
                line(
                        script,
                        "__%s_behind %s".formatted(program, group.name()),
                        "-a " + member.lastWord(),
                        member.summary());
        for (Command command : Completion.acting(commands)) {
            String within = "__%s_within %s".formatted(program, command.name());
            for (Parameter<?> option : Completion.optionsOf(command))
                line(script, within, option(option), option.description());
            for (Operand parameter : command.parameters())
                line(script, within, argument(parameter.value()), "");
        }
        return script.toString();
    }

    /// Conditions of our own: some members of groups are called as commands are, so that the place
    /// of a word counts.
    private String conditions() {
        return """
        # fish completion of PROGRAM
        function __PROGRAM_within
            set -l words (commandline -opc)
            set -e words[1]
            set -l called (count $argv)
            test (count $words) -ge $called; or return 1
            test "$words[1..$called]" = "$argv"
        end
        function __PROGRAM_behind
            set -l words (commandline -opc)
            set -e words[1]
            test "$words" = "$argv"
        end
        complete -c PROGRAM -f
        """
                .replace("PROGRAM", program);
    }

    private void line(StringBuilder script, String when, String what, String description) {
        if (what.isEmpty()) return;
        script.append("complete -c %s -n %s %s".formatted(program, Completion.quoted(when), what));
        if (!description.isEmpty()) script.append(" -d ").append(Completion.quoted(description));
        script.append('\n');
    }

    private static String option(Parameter<?> option) {
        String names = "-l " + option.name();
        if (option.hasLetter()) names = "-s " + option.letter() + " " + names;
        ParameterType<?> value = option.value();
        if (value == null) return names;
        if (value.file()) return names + " -rF";
        String choices = String.join(" ", value.choices().get());
        return names + (choices.isEmpty() ? " -x" : " -xa " + Completion.quoted(choices));
    }

    private static String argument(ParameterType<?> value) {
        if (value.file()) return "-F";
        String choices = String.join(" ", value.choices().get());
        return choices.isEmpty() ? "" : "-a " + Completion.quoted(choices);
    }
}
