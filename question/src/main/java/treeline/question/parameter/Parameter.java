package treeline.question.parameter;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// A named parameter of a question, an option on the command line. It is also the typed key of its
/// value in [Arguments].
///
/// @param letter the short form, or 0
/// @param value its type; null for a flag
/// @param repeated whether it may be given several times
/// @param otherNames accepted but not listed: former names, or names in other tools
public record Parameter<T>(
        String name,
        char letter,
        @Nullable ParameterType<T> value,
        String description,
        boolean repeated,
        List<String> otherNames) {

    private static final char NO_LETTER = 0;

    public Parameter {
        otherNames = List.copyOf(otherNames);
    }

    /// The parameters of several lists, in order.
    @SafeVarargs
    public static List<Parameter<?>> all(List<? extends Parameter<?>>... lists) {
        List<Parameter<?>> all = new ArrayList<>();
        for (List<? extends Parameter<?>> each : lists) all.addAll(each);
        return List.copyOf(all);
    }

    public static Parameter<Boolean> flag(String name, String description) {
        return new Parameter<>(name, NO_LETTER, null, description, false, List.of());
    }

    public static <T> Parameter<T> of(String name, ParameterType<T> value, String description) {
        return new Parameter<>(name, NO_LETTER, value, description, false, List.of());
    }

    public Parameter<T> letter(char shortForm) {
        return new Parameter<>(name, shortForm, value, description, repeated, otherNames);
    }

    public Parameter<T> severalTimes() {
        return new Parameter<>(name, letter, value, description, true, otherNames);
    }

    public Parameter<T> alsoCalled(String... others) {
        return new Parameter<>(name, letter, value, description, repeated, List.of(others));
    }

    /// Whether a word behind two dashes means this option.
    public boolean isCalled(String word) {
        return name.equals(word) || otherNames.contains(word);
    }

    public boolean isFlag() {
        return value == null;
    }

    public boolean hasLetter() {
        return letter != NO_LETTER;
    }

    /// As the user writes it: `--depth`.
    public String written() {
        return "--" + name;
    }
}
