package treeline.question.screen;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The colours of the tool, from the 16 standard terminal colours, which users can configure, so
/// that they are readable on light and dark backgrounds.
public enum Colour {
    RED("31"),
    YELLOW("33"),
    GREEN("32"),
    CYAN("36"),
    GREY("90"),
    BOLD("1"),
    BOLD_RED("1;31"),
    BOLD_YELLOW("1;33"),
    BOLD_GREEN("1;32"),
    BOLD_CYAN("1;36"),
    BOLD_GREY("1;90");

    static final String END = "\033[0m";

    private static final Pattern SEQUENCES =
            Pattern.compile(
                    "\033\\[(?:0|%s)m"
                            .formatted(
                                    Arrays.stream(values())
                                            .map(colour -> colour.code)
                                            .collect(Collectors.joining("|"))));

    private final String code;

    Colour(String code) {
        this.code = code;
    }

    String start() {
        return "\033[" + code + "m";
    }

    /// The text with the parts between the control sequences of colours changed.
    static String exceptColours(String text, UnaryOperator<String> change) {
        if (text.indexOf('\033') < 0) return change.apply(text);
        var changed = new StringBuilder();
        Matcher sequence = SEQUENCES.matcher(text);
        int start = 0;
        while (sequence.find()) {
            changed.append(change.apply(text.substring(start, sequence.start())));
            changed.append(sequence.group());
            start = sequence.end();
        }
        return changed.append(change.apply(text.substring(start))).toString();
    }

    public Colour bold() {
        return switch (this) {
            case RED, BOLD_RED -> BOLD_RED;
            case YELLOW, BOLD_YELLOW -> BOLD_YELLOW;
            case GREEN, BOLD_GREEN -> BOLD_GREEN;
            case CYAN, BOLD_CYAN -> BOLD_CYAN;
            case GREY, BOLD_GREY -> BOLD_GREY;
            case BOLD -> BOLD;
        };
    }
}
