package treeline.notebook;

import treeline.plot.Figure;
import treeline.question.answer.Answer;
import treeline.question.html.AnswerHtml;
import treeline.table.Table;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A value as cells show it: as text always, because terminals and pages without scripts show that,
/// and in one richer form.
///
/// @param mime the type of the richer form
/// @param rich empty where there is none
public record Rendered(String text, String mime, String rich) {
    private static final String HTML = "text/html";
    private static final String SVG = "image/svg+xml";

    /// Where this variable is set, trees ask nobody and have no script: pages are small and the
    /// same in every run, as notebooks that are kept under version control want it.
    static final String STATIC = "TREELINE_NOTEBOOK_STATIC";

    /// What has no form of its own.
    public static Rendered ofText(Object value) {
        return new Rendered(value.toString(), HTML, "");
    }

    public static Rendered of(Table table) {
        return new Rendered(text(table), HTML, TableHtml.of(table, TableHtml.DEFAULT_ROWS));
    }

    /// An answer: a call tree to open and select in, or its sections and sentences.
    public static Rendered of(Answer answer) {
        return ProfileTree.treeIn(answer).isPresent() && answer.blocks().size() == 1
                ? of(ProfileTree.of(answer))
                : new Rendered(answer.toString(), HTML, AnswerHtml.of(answer));
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

    /// An SVG figure without script or style sheet, which every page shows.
    public static Rendered of(Figure figure) {
        return new Rendered(figure.summary(), SVG, figure.svg());
    }

    public static Rendered of(ProfileTree tree) {
        return new Rendered(tree.toString(), HTML, tree.html(server(tree)));
    }

    private static String server(ProfileTree tree) {
        if (System.getenv(STATIC) != null) return "";
        try {
            return KernelServer.running().address(tree);
        } catch (IOException e) {
            throw new UncheckedIOException("trees cannot listen on the loopback", e);
        }
    }
}
