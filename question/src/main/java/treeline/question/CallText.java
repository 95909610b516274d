package treeline.question;

import treeline.question.answer.Call;
import treeline.question.parameter.Arguments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A question as a command line, as Java and as Python, for users who found it by clicking.
///
/// @param operands the runs and further operands, as a user would write them
/// @param options the given parameters, each with its value, which is empty for a flag
public record CallText(String question, List<String> operands, List<Option> options) {

    /// The keywords of Python that a parameter may be called, from its language reference (section
    /// 2.3.1).
    private static final Set<String> PYTHON_KEYWORDS =
            Set.of(
                    "and",
                    "as",
                    "assert",
                    "async",
                    "await",
                    "break",
                    "class",
                    "continue",
                    "def",
                    "del",
                    "elif",
                    "else",
                    "except",
                    "finally",
                    "for",
                    "from",
                    "global",
                    "if",
                    "import",
                    "in",
                    "is",
                    "lambda",
                    "nonlocal",
                    "not",
                    "or",
                    "pass",
                    "raise",
                    "return",
                    "try",
                    "while",
                    "with",
                    "yield");

    /// A parameter and its value.
    public record Option(String name, String value) {}

    public CallText {
        operands = List.copyOf(operands);
        options = List.copyOf(options);
    }

    public static CallText of(Question question, List<String> operands, Arguments arguments) {
        return new CallText(
                question.name(),
                operands,
                arguments.given().stream()
                        .map(
                                each ->
                                        new Option(
                                                each.option().name(),
                                                String.join(" ", each.words())))
                        .toList());
    }

    /// `treeline flat run.tldb --by module`.
    public String command() {
        List<String> words = new ArrayList<>(operands);
        for (Option each : options) {
            words.add("--" + each.name());
            if (!each.value().isEmpty()) words.add(each.value());
        }
        return new Call(question, words).command();
    }

    /// `Treeline.open("run.tldb").with("by", "module").ask("flat")`.
    public String java() {
        boolean many = question.startsWith("ensemble ");
        String opened =
                many
                        ? "Treeline.openAll(%s)".formatted(quoted(operands.stream()))
                        : "Treeline.open(%s)".formatted(quoted(operands.stream().limit(1)));
        String with =
                options.stream()
                        .map(
                                each ->
                                        each.value().isEmpty()
                                                ? ".with(%s)".formatted(quoted(each.name()))
                                                : ".with(%s, %s)"
                                                        .formatted(
                                                                quoted(each.name()),
                                                                quoted(each.value())))
                        .collect(Collectors.joining());
        Stream<String> asked =
                many
                        ? Stream.of(question.substring("ensemble ".length()))
                        : Stream.concat(Stream.of(question), operands.stream().skip(1));
        return "%s%s.ask(%s)".formatted(opened, with, quoted(asked));
    }

    /// The method of the library, if it has one for the question: `hotPath` for `hot-path`, `stats`
    /// for `ensemble stats`.
    public static String method(String question) {
        String[] words = question.replaceFirst("^(ensemble|archive) ", "").split("[- ]");
        var name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++)
            name.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT))
                    .append(words[i].substring(1));
        return name.toString();
    }

    /// `treeline.run("flat", "run.tldb", by="module")`. A parameter with several values has a list,
    /// and a keyword of Python an underscore: `with_=["time", "bytes"]`.
    public String python() {
        Stream<String> positional = Stream.concat(Stream.of(question), operands.stream());
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (Option each : options)
            values.computeIfAbsent(each.name().replace('-', '_'), _ -> new ArrayList<>())
                    .add(each.value().isEmpty() ? "True" : quoted(each.value()));
        String named =
                values.entrySet().stream()
                        .map(
                                each ->
                                        ", %s%s=%s"
                                                .formatted(
                                                        each.getKey(),
                                                        PYTHON_KEYWORDS.contains(each.getKey())
                                                                ? "_"
                                                                : "",
                                                        pythonValue(each.getValue())))
                        .collect(Collectors.joining());
        return "treeline.run(%s%s)".formatted(quoted(positional), named);
    }

    private static String pythonValue(List<String> values) {
        return values.size() == 1 ? values.getFirst() : "[%s]".formatted(String.join(", ", values));
    }

    private static String quoted(Stream<String> texts) {
        return texts.map(CallText::quoted).collect(Collectors.joining(", "));
    }

    /// A string literal that Java and Python read alike. Control characters are octal: Java would
    /// read a Unicode escape of a line break as the line break itself.
    private static String quoted(String text) {
        var literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') literal.append('\\').append(c);
            else if (c < 0x20 || c == 0x7f) literal.append("\\%03o".formatted((int) c));
            else literal.append(c);
        }
        return literal.append('"').toString();
    }
}
