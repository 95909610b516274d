package treeline.formats.chrometrace;

import treeline.formats.reading.JsonShape;
import treeline.source.Input;
import treeline.source.MalformedProfileException;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;

import java.io.IOException;
import java.util.Set;

/// Traces in Chrome's event format, of which the slices make a call tree.
public final class ChromeTraceFormat implements ProfileFormat {

    @Override
    public String name() {
        return "chrome-trace";
    }

    @Override
    public String description() {
        return "Chrome trace events (Perfetto, PyTorch's profiler, JAX)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        JsonShape shape = JsonShape.of(input.prefix(input.files().getFirst()));
        Set<String> fields = shape.fields();
        boolean ofEvents = fields.contains("ph") && fields.contains("pid");
        boolean mine = shape.inArray() ? ofEvents : fields.contains("traceEvents");
        return mine ? Match.CERTAIN : Match.NO;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        if (input.files().size() != 1)
            throw MalformedProfileException.of(
                    input.name(), "one JSON file", input.files().size() + " files");
        return ChromeTraceReader.open(input.files().getFirst());
    }
}
