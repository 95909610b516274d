package treeline.notebook;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Text as HTML. Names come from files of others, so everything that is no markup of ours goes
/// through here.
final class Html {
    private Html() {}

    /// Safe between tags and in attributes with either kind of quotes. Control characters, which
    /// HTML does not allow, become pictures.
    static String escaped(String text) {
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

    /// A style sheet or script that lies beside this class.
    static String resource(String name) {
        return resource(Html.class, name);
    }

    /// A text that lies beside another class.
    static String resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("the build lacks " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
