package treeline.question.screen;

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

    private final String code;

    Colour(String code) {
        this.code = code;
    }

    String start() {
        return "\033[" + code + "m";
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
