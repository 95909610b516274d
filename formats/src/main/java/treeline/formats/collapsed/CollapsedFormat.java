package treeline.formats.collapsed;

import treeline.formats.reading.LineReader;
import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Collapsed (folded) stacks: one stack and a count per line, as written by Brendan Gregg's
/// scripts, async-profiler and many others.
public final class CollapsedFormat extends OneFileFormat {

    public CollapsedFormat() {
        super(
                "collapsed",
                "collapsed stacks (a;b;c 12), as for flame graphs",
                "one file of stacks",
                file -> new CollapsedReader(file).read());
    }

    /// Nothing in the file says what it is: three of four lines must be stacks with counts, and one
    /// of them deeper than one frame.
    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        List<String> lines = LineReader.linesOf(prefix);
        int last = lines.size() > 1 ? lines.size() - 1 : lines.size(); // it may be cut
        int stacks = 0;
        int others = 0;
        boolean nested = false;
        for (String line : lines.subList(0, last)) {
            if (line.indexOf('\0') >= 0) return Match.NO;
            if (CollapsedLine.isNothing(line)) continue;
            CollapsedLine stack = CollapsedLine.of(line);
            if (stack.isCounted() && stack.endsInAName()) stacks++;
            else others++;
            nested |= line.indexOf(';') > 0;
        }
        return nested && stacks >= 3 * others ? Match.CERTAIN : Match.NO;
    }
}
