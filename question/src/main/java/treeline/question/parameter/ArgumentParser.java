package treeline.question.parameter;

import treeline.source.files.FileName;
import treeline.text.Suggestion;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parser of the words after a command's name. Options and operands may come in any order; `--`
/// ends the options.
public final class ArgumentParser {
    private final String program;
    private final Signature command;
    private final List<Parameter<?>> options;
    private final Map<String, List<Object>> values = new LinkedHashMap<>();
    private final List<Arguments.Given> given = new ArrayList<>();
    private final List<String> positional = new ArrayList<>();

    private final List<Parameter<?>> standalone;

    /// @param common parameters that every command accepts
    /// @param standalone those of them that are answered without operands, such as `--help`
    public ArgumentParser(
            String program,
            Signature command,
            List<Parameter<?>> common,
            List<Parameter<?>> standalone) {
        this.program = program;
        this.command = command;
        this.options = Parameter.all(command.parameters(), common);
        this.standalone = List.copyOf(standalone);
    }

    public Arguments parse(List<String> words) {
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            if (word.equals("--")) rest.forEachRemaining(positional::add);
            else if (word.startsWith("--")) longOption(word.substring(2), rest);
            else if (word.startsWith("-") && word.length() > 1) letters(word.substring(1), rest);
            else positional.add(word);
        }
        Map<String, List<String>> named =
                standalone.stream().anyMatch(this::wants) ? Map.of() : operands();
        return new Arguments(values, named, given, words);
    }

    private boolean wants(Parameter<?> option) {
        return values.containsKey(option.name());
    }

    private void longOption(String word, Iterator<String> rest) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Parameter<?> option =
                find(each -> each.isCalled(name)).orElseThrow(() -> unknown("--" + name));
        if (equals >= 0) put(option, word.substring(equals + 1), rest);
        else take(option, rest);
    }

    /// `-m time`, `-mtime`, `-m=time`, and flags behind one dash.
    private void letters(String letters, Iterator<String> rest) {
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            Parameter<?> option =
                    find(each -> each.letter() == letter).orElseThrow(() -> unknown("-" + letter));
            String behind = letters.substring(i + 1);
            if (!option.isFlag() && !behind.isEmpty()) {
                put(option, behind.startsWith("=") ? behind.substring(1) : behind, rest);
                return;
            }
            take(option, rest);
        }
    }

    private Optional<Parameter<?>> find(java.util.function.Predicate<Parameter<?>> test) {
        return options.stream().filter(test).findFirst();
    }

    private void take(Parameter<?> option, Iterator<String> rest) {
        ParameterType<?> value = option.value();
        if (value == null) add(option, true, List.of());
        else if (rest.hasNext()) put(option, rest.next(), rest);
        else throw incomplete(option, value);
    }

    /// @param first the first word of the value, or all of its words
    /// @param rest has the further words of a value that takes several
    private void put(Parameter<?> option, String first, Iterator<String> rest) {
        ParameterType<?> value = option.value();
        if (value == null)
            throw usage(
                    "option '%s' takes no value, found '%s'".formatted(option.written(), first));
        List<String> words = new ArrayList<>();
        if (value.words() > 1) words.addAll(List.of(first.strip().split("\\s+")));
        else words.add(first);
        while (words.size() < value.words()) {
            if (!rest.hasNext()) throw incomplete(option, value);
            words.add(rest.next());
        }
        add(option, parsed(option.written(), value, String.join(" ", words)), words);
    }

    private UsageException incomplete(Parameter<?> option, ParameterType<?> value) {
        return usage(
                "option '%s' needs %s: %s %s"
                        .formatted(
                                option.written(),
                                value.words() == 1 ? "a value" : value.words() + " values",
                                option.written(),
                                value.placeholder()));
    }

    private Object parsed(String what, ParameterType<?> value, String text) {
        if (value.file() && text.isEmpty())
            throw usage("%s: the path is empty; is a shell variable unset?".formatted(what));
        if (value.file() && !FileName.isValid(text))
            throw usage("%s: the name '%s' is %s".formatted(what, text, FileName.problem()));
        try {
            return java.util.Objects.requireNonNull(value.parser().apply(text));
        } catch (IllegalArgumentException wrong) {
            throw usage("%s: found '%s', expected %s".formatted(what, text, wrong.getMessage()));
        }
    }

    private void add(Parameter<?> option, Object value, List<String> words) {
        List<Object> before = values.computeIfAbsent(option.name(), _ -> new ArrayList<>());
        if (!before.isEmpty() && !option.repeated() && !option.isFlag())
            throw usage("option '%s' is given twice".formatted(option.written()));
        before.add(value);
        given.add(new Arguments.Given(option, List.copyOf(words)));
    }

    private Map<String, List<String>> operands() {
        Map<String, List<String>> given = new LinkedHashMap<>();
        Iterator<String> rest = positional.iterator();
        for (Operand operand : command.operands()) {
            if (!rest.hasNext() && operand.isNeeded())
                throw usage("%s is missing".formatted(operand.name()));
            List<String> texts = new ArrayList<>();
            while (rest.hasNext() && (texts.isEmpty() || operand.isRepeated()))
                texts.add(parsed(operand.name(), operand.value(), rest.next()).toString());
            given.put(operand.name(), List.copyOf(texts));
        }
        if (rest.hasNext()) throw surplus(rest.next());
        return given;
    }

    /// Shells make many files of a pattern where the user thought of one run.
    private UsageException surplus(String argument) {
        boolean files = positional.stream().allMatch(each -> new File(each).exists());
        if (!files || command.operands().size() != 1)
            return usage("unexpected argument '%s'".formatted(argument));
        return new UsageException(
                "'%s' reads one run, %d given".formatted(command.name(), positional.size()),
                "use '%s ensemble' for several runs".formatted(program));
    }

    private UsageException unknown(String option) {
        List<String> known = options.stream().map(Parameter::written).toList();
        String word = option.replaceFirst("^-+", "");
        String proposal =
                PeerWords.proposal(program, command, options, word)
                        .orElseGet(() -> Suggestion.among(known, option));
        return usage("no option '%s'%s".formatted(option, proposal));
    }

    private UsageException usage(String message) {
        return new UsageException(message, "see '%s %s --help'".formatted(program, command.name()));
    }
}
