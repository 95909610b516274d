package treeline.app.cli;

import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Completion script for bash without further dependencies. File names are left to bash.
record BashCompletion(String program, List<Command> commands) {

    String script() {
        return """
        # bash completion of PROGRAM; use it with: source <(PROGRAM completion bash)
        _PROGRAM() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words=''
            if [ "$cur" = '=' ]; then cur=''
            elif [ "$prev" = '=' ]; then prev=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W 'COMMANDS' -- "$cur"))
                return
            fi
            local command=${COMP_WORDS[1]}
            case "$command $COMP_CWORD" in
        MEMBERS    esac
            case "$command" in
        GROUPS    esac
            case "$command $prev" in
        VALUES    esac
            case "$command $cur" in
        OPTIONS    esac
            if [ -z "$words" ]; then
                case "$command" in
        ARGUMENTS        esac
            fi
            COMPREPLY=($(compgen -W "$words" -- "$cur"))
        }
        complete -F _PROGRAM PROGRAM
        """
                .replace("PROGRAM", program)
                .replace("COMMANDS", names(commands) + " --help --version")
                .replace("MEMBERS", members())
                .replace("GROUPS", groups())
                .replace("VALUES", values())
                .replace("OPTIONS", options())
                .replace("ARGUMENTS", arguments());
    }

    private static String names(List<Command> of) {
        return of.stream().map(Command::lastWord).collect(Collectors.joining(" "));
    }

    /// The second word behind a group.
    private String members() {
        return commands.stream()
                .filter(Command::isGroup)
                .map(
                        group ->
                                "        '%s 2') words='%s --help' ;;\n"
                                        .formatted(group.name(), names(group.members())))
                .collect(Collectors.joining());
    }

    /// From the third word on the first two are the command.
    private String groups() {
        return commands.stream()
                .filter(Command::isGroup)
                .map(
                        group ->
                                "        %s) [ \"$COMP_CWORD\" -gt 2 ] && command=\"$command ${COMP_WORDS[2]}\" ;;\n"
                                        .formatted(group.name()))
                .collect(Collectors.joining());
    }

    /// Every command that does something.
    private List<Command> all() {
        return Completion.acting(commands);
    }

    /// Behind an option: its choices, a file, or nothing that could be proposed.
    private String values() {
        List<String> cases = new ArrayList<>();
        for (Command command : all())
            for (Parameter<?> option : Completion.optionsOf(command)) {
                ParameterType<?> value = option.value();
                if (value != null) cases.add(valueCase(command, option, value));
            }
        return String.join("", cases);
    }

    private static String valueCase(Command command, Parameter<?> option, ParameterType<?> value) {
        String pattern = "'%s %s'".formatted(command.name(), option.written());
        if (option.hasLetter()) pattern += "|'%s -%c'".formatted(command.name(), option.letter());
        return "        %s) %s ;;\n".formatted(pattern, proposal(value));
    }

    private static String proposal(ParameterType<?> value) {
        if (value.file()) return "compopt -o default; return";
        String choices = String.join(" ", value.choices().get());
        return choices.isEmpty()
                ? "return"
                : "COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return".formatted(choices);
    }

    private String options() {
        return all().stream()
                .map(
                        command ->
                                "        '%s -'*) words='%s' ;;\n"
                                        .formatted(
                                                command.name(),
                                                Completion.optionsOf(command).stream()
                                                        .map(Parameter::written)
                                                        .collect(Collectors.joining(" "))))
                .collect(Collectors.joining());
    }

    private String arguments() {
        var cases = new StringBuilder();
        for (Command command : all())
            command.parameters().stream()
                    .findFirst()
                    .ifPresent(
                            parameter ->
                                    cases.append(
                                            "            '%s') %s ;;\n"
                                                    .formatted(
                                                            command.name(),
                                                            argument(parameter.value()))));
        return cases.toString();
    }

    private static String argument(ParameterType<?> value) {
        return value.file()
                ? "compopt -o default; return"
                : "words='%s'".formatted(String.join(" ", value.choices().get()));
    }
}
