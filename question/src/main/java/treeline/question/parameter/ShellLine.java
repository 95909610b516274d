package treeline.question.parameter;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Quoting of words for a POSIX shell.
public final class ShellLine {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private ShellLine() {}

    public static String of(List<String> words) {
        return words.stream().map(ShellLine::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        if (PLAIN.matcher(word).matches()) return word;
        return word.chars().anyMatch(Character::isISOControl)
                ? "$'" + escaped(word) + "'"
                : "'" + word.replace("'", "'\\''") + "'";
    }

    /// Control characters would act on the terminal instead of being shown.
    private static String escaped(String word) {
        var text = new StringBuilder();
        word.chars()
                .forEach(
                        c -> {
                            if (Character.isISOControl(c)) text.append("\\x%02x".formatted(c));
                            else if (c == '\'' || c == '\\') text.append('\\').append((char) c);
                            else text.append((char) c);
                        });
        return text.toString();
    }
}
