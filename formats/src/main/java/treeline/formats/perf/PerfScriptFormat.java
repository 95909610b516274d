package treeline.formats.perf;

import treeline.formats.reading.LineReader;
import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Path;

/// Output of `perf script` for samples of `perf record`.
public final class PerfScriptFormat extends OneFileFormat {

    public PerfScriptFormat() {
        super(
                "perf-script",
                "Linux perf samples (output of perf script)",
                "one output file of perf script",
                file -> new PerfScriptReader(file).read());
    }

    /// The first line that is not a comment starts a sample, and a frame follows it.
    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        SampleHeader header = null;
        for (String line : LineReader.linesOf(prefix)) {
            if (line.isBlank() || line.startsWith("#") || SampleHeader.isOtherRecord(line))
                continue;
            if (header != null) return hasFrame(header, line) ? Match.CERTAIN : Match.NO;
            header = SampleHeader.of(line);
            if (header == null) return Match.NO;
            if (StackLine.frame(header.rest()) != null) return Match.CERTAIN;
        }
        return Match.NO;
    }

    /// Only tracepoints, which have a group before their name, print more behind the event.
    private static boolean hasFrame(SampleHeader header, String line) {
        return (header.rest().isBlank() || header.event().contains(":"))
                && StackLine.isInStack(line)
                && StackLine.frame(line) != null;
    }
}
