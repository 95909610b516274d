package treeline.app.picture;

import treeline.app.cli.ExitCode;
import treeline.app.cli.OutputPlace;
import treeline.app.terminal.Console;
import treeline.plot.Drawing;
import treeline.plot.Figure;
import treeline.plot.FigureJson;
import treeline.plot.draw.FigureStyle;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.files.CompleteFile;
import treeline.table.JsonWriter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The output file of a plot, in the format of its extension. An existing picture is replaced,
/// because plots are redrawn repeatedly.
public final class Picture {
    public static final Parameter<String> OUTPUT =
            Parameter.of(
                            "output",
                            ParameterType.file("FILE"),
                            "output file: .svg, .png, .html (light and dark, with the command) or"
                                    + " .json (the plotted data); - for SVG on standard output")
                    .letter('o');
    public static final Parameter<FigureStyle.Width> SIZE =
            Parameter.of(
                    "size",
                    ParameterType.choice(FigureStyle.Width.class),
                    "column: 85 mm, with text of at least 6 points; page: 880 pixels (default:"
                            + " page)");
    public static final Parameter<Boolean> DARK =
            Parameter.flag("dark", "dark colours (HTML contains both)");
    public static final Parameter<String> TITLE =
            Parameter.of("title", ParameterType.text("TEXT"), "the title of the figure");

    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    /// The supported extensions.
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
                                                "no output file given",
                                                "name it, such as -o %s.svg".formatted(kind)));
        if (output.equals("-")) return new Picture(kind, output, Form.SVG, arguments);
        Form form = form(output);
        OutputPlace.require(Path.of(output));
        return new Picture(kind, output, form, arguments);
    }

    private static Form form(String output) {
        for (Form form : Form.values())
            if (output.toLowerCase(Locale.ROOT).endsWith("." + ParameterType.nameOf(form)))
                return form;
        throw new UsageException(
                "unknown figure format '%s'".formatted(output), "use .svg, .png, .html or .json");
    }

    public int write(Figure untitled, Console console) throws IOException {
        Figure figure = arguments.value(TITLE).map(untitled::titled).orElse(untitled);
        if (output.equals("-")) {
            console.data().print(drawing(figure, arguments.has(DARK)).svgFile());
            return ExitCode.SUCCESS;
        }
        Path file = Path.of(output);
        switch (form) {
            case SVG -> CompleteFile.write(file, drawing(figure, arguments.has(DARK)).svgFile());
            case PNG -> CompleteFile.write(file, Png.of(drawing(figure, arguments.has(DARK))));
            case HTML -> CompleteFile.write(file, page(figure));
            case JSON -> CompleteFile.write(file, json(figure));
        }
        console.tell("wrote " + output);
        return ExitCode.SUCCESS;
    }

    private Drawing drawing(Figure figure, boolean dark) {
        FigureStyle.Width width = arguments.value(SIZE, FigureStyle.Width.PAGE);
        return Drawing.of(figure, FigureStyle.withDefaults(dark).withWidth(width));
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
