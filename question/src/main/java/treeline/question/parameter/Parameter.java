package treeline.question.parameter;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// An option of a command. It is also the key under which [Arguments] gives its value, so types
/// need no casts in commands.
///
/// @param letter the short form, 0 if there is none
/// @param value what it takes; null for a flag, which is given or not
/// @param repeated whether it may be given several times
/// @param otherNames understood too, but not listed: what it was called before, or elsewhere
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
