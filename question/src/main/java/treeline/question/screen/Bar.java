package treeline.question.screen;

/// A bar for a share, in eighths of a character if the screen supports them.
public final class Bar {
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private Bar() {}

    public static String of(double share, int columns, Screen screen) {
        double filled = Double.isNaN(share) ? 0 : Math.clamp(share, 0, 1) * columns;
        return screen.unicode() ? blocks(filled, columns) : hashes(filled, columns);
    }

    private static String blocks(double filled, int columns) {
        int eighths = (int) Math.round(filled * 8);
        String whole = "█".repeat(eighths / 8);
        if (eighths / 8 == columns) return whole;
        return whole + EIGHTHS.charAt(eighths % 8) + " ".repeat(columns - eighths / 8 - 1);
    }

    private static String hashes(double filled, int columns) {
        int whole = (int) Math.round(filled);
        return "#".repeat(whole) + " ".repeat(columns - whole);
    }
}
