package treeline.question.screen;

/// The colour of a share, by its size.
public final class ShareColour {
    private ShareColour() {}

    public static Colour of(double share) {
        if (share >= 0.5) return Colour.RED;
        if (share >= 0.2) return Colour.YELLOW;
        if (share >= 0.05) return Colour.GREEN;
        return share >= 0.01 ? Colour.CYAN : Colour.GREY;
    }

    public static String legend(Screen screen) {
        return "share of total: %s %s %s %s %s"
                .formatted(
                        screen.paint(from("50 %", screen), Colour.RED),
                        screen.paint(from("20 %", screen), Colour.YELLOW),
                        screen.paint(from("5 %", screen), Colour.GREEN),
                        screen.paint(from("1 %", screen), Colour.CYAN),
                        screen.paint("less", Colour.GREY));
    }

    private static String from(String share, Screen screen) {
        return (screen.unicode() ? "≥ " : ">= ") + share;
    }
}
