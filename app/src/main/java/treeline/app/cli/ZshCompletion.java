package treeline.app.cli;

import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.List;
import java.util.stream.Collectors;

/// Completion script for zsh, for use on `fpath` or through `source <(… completion zsh)`.
record ZshCompletion(String program, List<Command> commands) {

    String script() {
        return """
        #compdef PROGRAM
        _PROGRAM() {
            local -a commands
            if (( CURRENT == 2 )); then
                commands=(
        COMMANDS        )
                _describe 'command' commands
                return
            fi
            local command=${words[2]}
            shift words
            (( CURRENT-- ))
            case $command in
        GROUPS    esac
            case $command in
        CASES    esac
        }
        if [ "${funcstack[1]}" = _PROGRAM ]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
        """
                .replace("PROGRAM", program)
                .replace("COMMANDS", described(commands))
                .replace("GROUPS", groups())
                .replace("CASES", cases());
    }

    /// Behind a group its members are proposed; from there on both words are the command.
    private String groups() {
        return commands.stream()
                .filter(Command::isGroup)
                .map(
                        group ->
                                """
                                        NAME)
                                            if (( CURRENT == 2 )); then
                                                commands=(
                                MEMBERS                )
                                                _describe 'command' commands
                                                return
                                            fi
                                            command="$command ${words[2]}"
                                            shift words
                                            (( CURRENT-- )) ;;
                                """
                                        .replace("NAME", group.name())
                                        .replace("MEMBERS", described(group.members())))
                .collect(Collectors.joining());
    }

    private static String described(List<Command> of) {
        return of.stream()
                .map(
                        command ->
                                "            %s\n"
                                        .formatted(
                                                Completion.quoted(
                                                        command.lastWord()
                                                                + ":"
                                                                + escaped(command.summary()))))
                .collect(Collectors.joining());
    }

    private String cases() {
        var cases = new StringBuilder();
        for (Command command : Completion.acting(commands)) {
            cases.append("        '%s') _arguments -s".formatted(command.name()));
            for (Parameter<?> option : Completion.optionsOf(command))
                cases.append(" \\\n            ").append(option(option));
            for (Operand parameter : command.parameters())
                cases.append(" \\\n            ").append(parameter(parameter));
            cases.append(" ;;\n");
        }
        return cases.toString();
    }

    private static String option(Parameter<?> option) {
        String names =
                option.hasLetter()
                        ? "{-%c,%s}".formatted(option.letter(), option.written())
                        : option.written();
        String text = "[" + escaped(option.description()) + "]";
        ParameterType<?> value = option.value();
        return names + Completion.quoted(value == null ? text : text + ":" + action(value));
    }

    private static String parameter(Operand parameter) {
        String place = parameter.isRepeated() ? "*:" : ":";
        return Completion.quoted(place + action(parameter.value()));
    }

    /// What is asked for, and where proposals come from.
    private static String action(ParameterType<?> value) {
        String choices = String.join(" ", value.choices().get());
        String from = value.file() ? "_files" : choices.isEmpty() ? " " : "(" + choices + ")";
        return escaped(value.placeholder()) + ":" + from;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("[", "\\[")
                .replace("]", "\\]")
                .replace(":", "\\:");
    }
}
