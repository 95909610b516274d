package treeline.question.html;

import treeline.text.ControlCharacters;

/// Escapes text for HTML. Names come from files of others, so everything that is not our own markup
/// passes through here.
public final class Html {
    private Html() {}

    /// Safe between tags and in attributes with either kind of quotes. Control characters, which
    /// HTML does not allow, are replaced by visible symbols, and directional overrides by their
    /// code.
    public static String escaped(String text) {
        var html = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> appendVisible(html, c);
            }
        }
        return html.toString();
    }

    private static void appendVisible(StringBuilder html, char c) {
        if (c < 0x20) html.append((char) (0x2400 + c)); // ␀ to ␟
        else if (c == 0x7f) html.append('␡');
        else if (Character.isISOControl(c)) html.append('\ufffd');
        else if (Character.isSurrogate(c)) html.append(c);
        else html.append(ControlCharacters.visible(String.valueOf(c)));
    }
}
