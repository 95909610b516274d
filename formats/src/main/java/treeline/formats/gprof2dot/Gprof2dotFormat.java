package treeline.formats.gprof2dot;

import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Graphs that gprof2dot wrote for profiles of gprof, callgrind, perf and others.
public final class Gprof2dotFormat extends OneFileFormat {
    private static final Pattern DIGRAPH =
            Pattern.compile("\\s*(strict\\s+)?digraph\\b[^{]{0,1000}\\{");

    /// Inclusive and own share in a label.
    private static final Pattern SHARES = Pattern.compile("\\d%\\\\n\\(\\d{1,3}(\\.\\d{1,9})?%\\)");

    public Gprof2dotFormat() {
        super("gprof2dot", "gprof2dot's call graphs (DOT)", "one DOT file", Gprof2dotFormat::read);
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        String text = new String(prefix, StandardCharsets.UTF_8);
        boolean mine = DIGRAPH.matcher(text).lookingAt() && SHARES.matcher(text).find();
        return mine ? Match.CERTAIN : Match.NO;
    }

    private static ProfileSource read(MappedFile file) throws IOException {
        try (var tokens = new DotTokens(file)) {
            return new DotReader(tokens).read();
        }
    }
}
