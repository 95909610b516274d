package treeline.formats.gprof2dot;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Graphs that gprof2dot drew from profiles of gprof, callgrind, perf and others.
public final class Gprof2dotFormat implements ProfileFormat {
    private static final Pattern DIGRAPH =
            Pattern.compile("\\s*(strict\\s+)?digraph\\b[^{]{0,1000}\\{");

    /// Inclusive and own share in a label.
    private static final Pattern SHARES = Pattern.compile("\\d%\\\\n\\(\\d{1,3}(\\.\\d{1,9})?%\\)");

    @Override
    public String name() {
        return "gprof2dot";
    }

    @Override
    public String description() {
        return "gprof2dot's call graphs (DOT)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        byte[] prefix = input.prefix(input.files().getFirst());
        String text = new String(prefix, StandardCharsets.UTF_8);
        boolean mine = DIGRAPH.matcher(text).lookingAt() && SHARES.matcher(text).find();
        return mine ? Match.CERTAIN : Match.NO;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        Path path = input.onlyFile("one DOT file");
        try (MappedFile file = MappedFile.open(path);
                var tokens = new DotTokens(file)) {
            return new DotReader(tokens).read();
        }
    }
}
