package treeline.question.parameter;

import treeline.pattern.MalformedPatternException;
import treeline.pattern.UserPattern;
import treeline.text.Suggestion;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The type of a parameter or operand: its placeholder, parser and completion.
///
/// @param placeholder the name in help texts, such as `N` or `PATH`; an option takes as many words
///   as the placeholder has, so `FROM TO` is two
/// @param choices proposals for shell completion; computed on demand, because some take time
/// @param file whether it is a file, so that shells complete file names
/// @param parser throws [IllegalArgumentException] whose message continues "expected"
public record ParameterType<T>(
        String placeholder,
        Supplier<List<String>> choices,
        boolean file,
        Function<String, T> parser) {

    public static ParameterType<String> text(String placeholder) {
        return new ParameterType<>(placeholder, List::of, false, text -> text);
    }

    /// One of some words that are known only when they are needed; others are told by the command.
    public static ParameterType<String> name(String placeholder, Supplier<List<String>> known) {
        return new ParameterType<>(placeholder, known, false, text -> text);
    }

    /// A file, directory or pattern; kept as text because patterns are not paths.
    public static ParameterType<String> file(String placeholder) {
        return new ParameterType<>(placeholder, List::of, true, text -> text);
    }

    /// A regular expression; what is wrong in one is said with a caret under the place.
    public static ParameterType<UserPattern> regex() {
        return new ParameterType<>("REGEX", List::of, false, ParameterType::patternOf);
    }

    public static ParameterType<Integer> whole(String placeholder, int from, int to) {
        return new ParameterType<>(placeholder, List::of, false, new IntegerParser(from, to));
    }

    public static ParameterType<Double> real(String placeholder, double from, double to) {
        return new ParameterType<>(placeholder, List::of, false, new RealParser(from, to));
    }

    /// One of the names of an enum, in lower case.
    public static <E extends Enum<E>> ParameterType<E> choice(Class<E> type) {
        return oneOf(List.of(type.getEnumConstants()));
    }

    /// One of some names of an enum, where not all of them make sense.
    public static <E extends Enum<E>> ParameterType<E> oneOf(List<E> constants) {
        return oneOf(constants, constants.stream().map(ParameterType::nameOf).toList());
    }

    /// One of some words in lower case.
    public static ParameterType<String> word(String... words) {
        return oneOf(List.of(words), List.of(words));
    }

    /// One of some values by their names.
    public static <T> ParameterType<T> oneOf(List<T> values, List<String> names) {
        return new ParameterType<>(
                String.join("|", names),
                () -> names,
                false,
                new ChoiceParser<>(List.copyOf(values), names));
    }

    /// The same under a shorter name, where help would have no room for all choices.
    public ParameterType<T> called(String shorter) {
        return new ParameterType<>(shorter, choices, file, parser);
    }

    private record IntegerParser(int from, int to) implements Function<String, Integer> {
        @Override
        public Integer apply(String text) {
            return wholeOf(text, from, to);
        }
    }

    private record RealParser(double from, double to) implements Function<String, Double> {
        @Override
        public Double apply(String text) {
            return realOf(text, from, to);
        }
    }

    private record ChoiceParser<E>(List<E> all, List<String> names) implements Function<String, E> {
        @Override
        public E apply(String text) {
            return all.get(indexOf(names, text));
        }
    }

    /// Whether every value is one of [#choices], which otherwise are only proposals.
    public boolean isChoice() {
        return parser instanceof ChoiceParser;
    }

    /// Whether every value is an integer.
    public boolean isInteger() {
        return parser instanceof IntegerParser;
    }

    /// Whether every value is a real number.
    public boolean isReal() {
        return parser instanceof RealParser;
    }

    /// How many words of the command line it is made from.
    public int words() {
        return placeholder.split(" ").length;
    }

    /// The text of a choice, as users write it.
    public static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static int indexOf(List<String> names, String text) {
        int at = names.indexOf(text.toLowerCase(Locale.ROOT));
        if (at >= 0) return at;
        throw new IllegalArgumentException(
                names.stream().collect(Collectors.joining(", ", "one of ", ""))
                        + Suggestion.among(names, text));
    }

    private static UserPattern patternOf(String text) {
        try {
            return UserPattern.of(text);
        } catch (MalformedPatternException wrong) {
            throw new IllegalArgumentException(
                    "a regular expression (%s):\n  %s\n  %s^"
                            .formatted(wrong.problem(), text, " ".repeat(wrong.place())),
                    wrong);
        }
    }

    private static int wholeOf(String text, int from, int to) {
        String expected = "an integer " + range(from, to);
        try {
            int number = Integer.parseInt(text);
            if (number >= from && number <= to) return number;
            throw new IllegalArgumentException(expected);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(expected, notANumber);
        }
    }

    private static String range(int from, int to) {
        return to == Integer.MAX_VALUE ? "from " + from : "from %d to %d".formatted(from, to);
    }

    private static double realOf(String text, double from, double to) {
        String expected = "a number from %s to %s".formatted(shown(from), shown(to));
        try {
            double number = Double.parseDouble(text);
            if (number >= from && number <= to) return number;
            throw new IllegalArgumentException(expected);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(expected, notANumber);
        }
    }

    private static String shown(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
