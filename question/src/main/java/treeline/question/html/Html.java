package treeline.question.html;

/// Escapes text for HTML. Names come from files of others, so everything that is not our own markup
/// passes through here.
public final class Html {
    private Html() {}

    /// Safe between tags and in attributes with either kind of quotes. Control characters, which
    /// HTML does not allow, are replaced by visible symbols.
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
                default -> html.append(visible(c));
            }
        }
        return html.toString();
    }

    private static char visible(char c) {
        if (c < 0x20) return (char) (0x2400 + c); // ␀ to ␟
        if (c == 0x7f) return '␡';
        return Character.isISOControl(c) ? '\ufffd' : c;
    }
}
