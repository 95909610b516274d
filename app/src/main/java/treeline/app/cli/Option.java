package treeline.app.cli;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// An option of a command. It is also the key under which [Arguments] gives its value, so types
/// need no casts in commands.
///
/// @param letter the short form, 0 if there is none
/// @param value what it takes; null for a flag, which is given or not
/// @param repeated whether it may be given several times
/// @param otherNames understood too, but not listed: what it was called before, or elsewhere
public record Option<T>(
        String name,
        char letter,
        @Nullable Value<T> value,
        String description,
        boolean repeated,
        List<String> otherNames) {

    private static final char NO_LETTER = 0;

    public Option {
        otherNames = List.copyOf(otherNames);
    }

    public static Option<Boolean> flag(String name, String description) {
        return new Option<>(name, NO_LETTER, null, description, false, List.of());
    }

    public static <T> Option<T> of(String name, Value<T> value, String description) {
        return new Option<>(name, NO_LETTER, value, description, false, List.of());
    }

    public Option<T> letter(char shortForm) {
        return new Option<>(name, shortForm, value, description, repeated, otherNames);
    }

    public Option<T> severalTimes() {
        return new Option<>(name, letter, value, description, true, otherNames);
    }

    public Option<T> alsoCalled(String... others) {
        return new Option<>(name, letter, value, description, repeated, List.of(others));
    }

    /// Whether a word behind two dashes means this option.
    boolean isCalled(String word) {
        return name.equals(word) || otherNames.contains(word);
    }

    public boolean isFlag() {
        return value == null;
    }

    public boolean hasLetter() {
        return letter != NO_LETTER;
    }

    /// As the user writes it: `--depth`.
    String written() {
        return "--" + name;
    }
}
