package treeline.app.picture;

import treeline.app.cli.Arguments;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.OutputPlace;
import treeline.app.cli.UsageException;
import treeline.app.cli.Value;
import treeline.app.terminal.Console;
import treeline.plot.Drawing;
import treeline.plot.Figure;
import treeline.plot.FigureJson;
import treeline.plot.Look;
import treeline.table.JsonWriter;
import treeline.view.Quantity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The file that a plot is written to, in the form that its name ends with. A picture that is there
/// already is replaced: plots are drawn again and again.
public final class Picture {
    public static final Option<String> OUTPUT =
            Option.of(
                            "output",
                            Value.file("FILE"),
                            "the picture to write: .svg, .png, .html (light and dark, with the"
                                    + " command) or .json (its data); - for SVG on the standard"
                                    + " output")
                    .letter('o');
    public static final Option<Boolean> DARK =
            Option.flag("dark", "light on dark (a page has both)");
    public static final Option<String> TITLE =
            Option.of("title", Value.text("TEXT"), "the title of the picture");

    private static final int DIGITS = 3;
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    /// What a name may end with.
    private enum Form {
        SVG,
        PNG,
        HTML,
        JSON
    }

    private final String kind;
    private final String output;
    private final Form form;
    private final Arguments arguments;

    private Picture(String kind, String output, Form form, Arguments arguments) {
        this.kind = kind;
        this.output = output;
        this.form = form;
        this.arguments = arguments;
    }

    /// Looked at before anything is read, which may take long.
    public static Picture of(String kind, Arguments arguments) throws IOException {
        String output =
                arguments
                        .value(OUTPUT)
                        .orElseThrow(
                                () ->
                                        new UsageException(
                                                "no file to write the picture to",
                                                "name it, such as -o %s.svg".formatted(kind)));
        if (output.equals("-")) return new Picture(kind, output, Form.SVG, arguments);
        Form form = form(output);
        OutputPlace.require(Path.of(output));
        return new Picture(kind, output, form, arguments);
    }

    private static Form form(String output) {
        for (Form form : Form.values())
            if (output.toLowerCase(Locale.ROOT).endsWith("." + Value.nameOf(form))) return form;
        throw new UsageException(
                "'%s' does not end like a picture".formatted(output),
                "end it with .svg, .png, .html or .json");
    }

    public int write(Figure figure, Console console) throws IOException {
        if (output.equals("-")) {
            console.out().print(drawing(figure, arguments.has(DARK)).svg());
            return ExitCode.SUCCESS;
        }
        Path file = Path.of(output);
        switch (form) {
            case SVG -> Files.writeString(file, drawing(figure, arguments.has(DARK)).svg());
            case PNG -> Files.write(file, Png.of(drawing(figure, arguments.has(DARK))));
            case HTML -> Files.writeString(file, page(figure));
            case JSON -> Files.writeString(file, json(figure), StandardCharsets.UTF_8);
        }
        console.out().println("wrote " + output);
        return ExitCode.SUCCESS;
    }

    private static Drawing drawing(Figure figure, boolean dark) {
        return Drawing.of(figure, new Look(dark, new Quantity(DIGITS, true)::text));
    }

    private String page(Figure figure) {
        return PicturePage.of(
                figure.caption().title(),
                drawing(figure, false).svg(),
                drawing(figure, true).svg(),
                command());
    }

    private String json(Figure figure) {
        var text = new StringBuilder();
        FigureJson.write(kind, figure, new JsonWriter(text));
        return text.toString();
    }

    /// As a shell reads it.
    private String command() {
        List<String> words = new ArrayList<>(List.of("treeline", "plot", kind));
        for (String word : arguments.words())
            words.add(
                    PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'");
        return String.join(" ", words);
    }
}
