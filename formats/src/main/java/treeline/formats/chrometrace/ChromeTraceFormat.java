package treeline.formats.chrometrace;

import treeline.formats.reading.JsonShape;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;

import java.io.IOException;
import java.util.Set;

/// Chrome trace event files; slices become a call tree. The traces of a distributed job are one
/// run.
public final class ChromeTraceFormat extends NamedFormat {

    public ChromeTraceFormat() {
        super("chrome-trace", "Chrome trace events (Perfetto, PyTorch's profiler, JAX)");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return sniffJob(input);
        return isTrace(input.prefix(input.files().getFirst())) ? Match.CERTAIN : Match.NO;
    }

    /// Whether several files are the traces of the ranks of one job.
    public static boolean isJob(Input input) throws IOException {
        return input.files().size() > 1 && TraceJob.of(input).isPresent();
    }

    private static Match sniffJob(Input input) throws IOException {
        return isJob(input) ? Parts.sniff(input, (_, prefix) -> isTrace(prefix)) : Match.NO;
    }

    static boolean isTrace(byte[] prefix) {
        JsonShape shape = JsonShape.of(prefix);
        Set<String> fields = shape.fields();
        boolean ofEvents = fields.contains("ph") && fields.contains("pid");
        return shape.inArray() ? ofEvents : fields.contains("traceEvents");
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        if (input.files().size() == 1) return ChromeTraceReader.open(input.files().getFirst());
        return JobTraces.open(
                TraceJob.of(input)
                        .orElseThrow(
                                () ->
                                        MalformedProfileException.of(
                                                input.name(),
                                                "one JSON file, or the traces of the ranks of one"
                                                        + " job, each rank once",
                                                input.files().size() + " files")),
                input);
    }
}
