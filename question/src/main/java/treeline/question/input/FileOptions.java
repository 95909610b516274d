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

/// Files and their formats on the command line: the same words for every command that reads or
/// writes.
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
                "read as this format instead of recognising it");
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
                "write this format instead of the one that OUT ends in");
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
                    "'%s': a profile is not written as a picture or page".formatted(out),
                    "'treeline plot' draws pictures (SVG, PNG, HTML), and 'treeline report PATH"
                            + " --html FILE' writes the dashboard as a page");
        return new UsageException(
                "'%s': unknown output format; expected one of %s"
                        .formatted(out, formats.exporterNames()),
                remedy);
    }

    public static Operand path(String description) {
        return Operand.once(ParameterType.file("PATH"), description);
    }
}
