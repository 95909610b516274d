package treeline.question.input;

import treeline.formats.Formats;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;

import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Parameters for files and formats, shared by all commands that read or write.
public final class FileOptions {
    private static final Pattern PICTURE =
            Pattern.compile("\\.(svg|png|pdf|html?|jpe?g)$", Pattern.CASE_INSENSITIVE);

    private FileOptions() {}

    public static Parameter<String> format(Supplier<Formats> formats) {
        return Parameter.of(
                "format",
                ParameterType.name(
                        "NAME",
                        () -> formats.get().readable().stream().map(ProfileFormat::name).toList()),
                "input format (default: detected)");
    }

    public static Parameter<String> exporter(Supplier<Formats> formats) {
        return Parameter.of(
                "to",
                ParameterType.name(
                        "NAME",
                        () ->
                                formats.get().writable().stream()
                                        .map(ProfileExporter::name)
                                        .toList()),
                "output format (default: from the file name extension of OUT)");
    }

    /// The exporter of the format that a file's name ends in.
    ///
    /// @param remedy what to do where there is none
    public static ProfileExporter exporterFor(Formats formats, Path out, String remedy) {
        return formats.exporterFor(out).orElseThrow(() -> unknown(formats, out, remedy));
    }

    private static UsageException unknown(Formats formats, Path out, String remedy) {
        if (PICTURE.matcher(out.toString()).find())
            return new UsageException(
                    "'%s': profiles cannot be written as images or HTML".formatted(out),
                    "'treeline plot' draws figures (SVG, PNG, HTML); 'treeline report PATH --html"
                            + " FILE' writes the dashboard as one HTML file");
        return new UsageException(
                "'%s': unknown output format; expected one of %s"
                        .formatted(out, formats.exporterNames()),
                remedy);
    }

    public static Operand path(String description) {
        return Operand.once(ParameterType.file("PATH"), description);
    }
}
