package treeline.formats.collapsed;

import treeline.formats.reading.LineReader;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.util.List;

/// Stacks of one line each with a count, as Brendan Gregg's scripts, async-profiler and many others
/// write them.
public final class CollapsedFormat implements ProfileFormat {

    @Override
    public String name() {
        return "collapsed";
    }

    @Override
    public String description() {
        return "collapsed stacks (a;b;c 12), as for flame graphs";
    }

    /// Nothing in the file says what it is: three of four lines must be stacks with counts, and one
    /// of them deeper than one frame.
    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        List<String> lines = LineReader.linesOf(input.prefix(input.files().getFirst()));
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

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one file of stacks"))) {
            return new CollapsedReader(file).read();
        }
    }
}
