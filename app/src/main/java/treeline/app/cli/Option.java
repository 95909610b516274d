package treeline.app.cli;

import org.jspecify.annotations.Nullable;

/// An option of a command. It is also the key under which [Arguments] gives its value, so types
/// need no casts in commands.
///
/// @param letter the short form, 0 if there is none
/// @param value what it takes; null for a flag, which is given or not
/// @param repeated whether it may be given several times
public record Option<T>(
        String name, char letter, @Nullable Value<T> value, String description, boolean repeated) {

    private static final char NO_LETTER = 0;

    public static Option<Boolean> flag(String name, String description) {
        return new Option<>(name, NO_LETTER, null, description, false);
    }

    public static <T> Option<T> of(String name, Value<T> value, String description) {
        return new Option<>(name, NO_LETTER, value, description, false);
    }

    public Option<T> letter(char shortForm) {
        return new Option<>(name, shortForm, value, description, repeated);
    }

    public Option<T> severalTimes() {
        return new Option<>(name, letter, value, description, true);
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
