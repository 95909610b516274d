package treeline.formats.perf;

import treeline.formats.reading.LineReader;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;

/// What `perf script` prints of the samples of `perf record`.
public final class PerfScriptFormat implements ProfileFormat {

    @Override
    public String name() {
        return "perf-script";
    }

    @Override
    public String description() {
        return "Linux perf's samples as text (perf script)";
    }

    /// The first line that is not a comment starts a sample, and a frame follows it.
    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        SampleHeader header = null;
        for (String line : LineReader.linesOf(input.prefix(input.files().getFirst()))) {
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

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one text of perf script"))) {
            return new PerfScriptReader(file).read();
        }
    }
}
