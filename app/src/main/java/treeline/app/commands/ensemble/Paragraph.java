package treeline.app.commands.ensemble;

import treeline.app.terminal.Screen;
import treeline.app.terminal.TextWidth;

/// Text that goes on in the next line where it does not fit, also where output is no screen: nobody
/// reads lines of thousands of characters.
final class Paragraph {
    private static final int WIDEST = 100;
    private static final String INDENT = "  ";

    private Paragraph() {}

    /// The text with line breaks between words; lines behind the first are indented.
    static String of(String text, Screen screen) {
        int width = Math.min(WIDEST, screen.width());
        var lines = new StringBuilder();
        var line = new StringBuilder();
        for (String word : text.split(" ")) {
            boolean fits = TextWidth.of(line.toString()) + 1 + TextWidth.of(word) <= width;
            if (!line.toString().isBlank() && !fits) {
                lines.append(line).append('\n');
                line.setLength(0);
                line.append(INDENT);
            } else if (!line.isEmpty()) line.append(' ');
            line.append(word);
        }
        return lines.append(line).toString();
    }
}
