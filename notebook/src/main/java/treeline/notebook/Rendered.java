package treeline.notebook;

import treeline.plot.Figure;
import treeline.question.answer.Answer;
import treeline.question.html.AnswerHtml;
import treeline.question.html.Html;
import treeline.table.Table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/// A rendered cell value: always as text, for terminals and pages without scripts, and in rich
/// formats.
///
/// @param rich the rich formats by MIME type; empty if there are none
public record Rendered(String text, Map<String, String> rich) {
    private static final String HTML = "text/html";
    private static final String SVG = "image/svg+xml";

    /// If this variable is set, trees have no script and no server address: notebooks under version
    /// control stay small and do not change with every run.
    static final String STATIC = "TREELINE_NOTEBOOK_STATIC";

    public Rendered {
        rich = Map.copyOf(rich);
    }

    private static Rendered ofHtml(String text, String html) {
        return new Rendered(text, Map.of(HTML, html));
    }

    /// A value without a rich format.
    public static Rendered ofText(Object value) {
        return new Rendered(value.toString(), Map.of());
    }

    public static Rendered of(Table table) {
        return ofHtml(text(table), TableHtml.of(table, TableHtml.DEFAULT_ROWS));
    }

    /// An answer: a call tree to open and select in, or its sections and sentences.
    public static Rendered of(Answer answer) {
        return ProfileTree.treeIn(answer).isPresent() && answer.blocks().size() == 1
                ? of(ProfileTree.of(answer))
                : ofHtml(answer.toString(), AnswerHtml.of(answer));
    }

    private static String text(Table table) {
        var text = new StringBuilder();
        try {
            table.toText(text, TableHtml.DEFAULT_ROWS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /// A figure as SVG, and as an HTML image of the same SVG: some exporters remove the elements of
    /// an SVG output (nbconvert 6.5.1 and later sanitise it).
    public static Rendered of(Figure figure) {
        String svg = figure.svg();
        return new Rendered(figure.summary(), Map.of(SVG, svg, HTML, image(figure, svg)));
    }

    private static String image(Figure figure, String svg) {
        String data = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
        return "<img alt=\"%s\" src=\"data:%s;base64,%s\">"
                .formatted(Html.escaped(figure.summary()), SVG, data);
    }

    public static Rendered of(ProfileTree tree) {
        return ofHtml(tree.toString(), tree.html(server(tree)));
    }

    private static String server(ProfileTree tree) {
        if (System.getenv(STATIC) != null) return "";
        try {
            return KernelServer.running().address(tree);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open a loopback port for interactive trees", e);
        }
    }
}
