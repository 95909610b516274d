package treeline.formats.collapsed;

import treeline.formats.reading.LineReader;
import treeline.formats.reading.SampleCells;
import treeline.formats.reading.ThreadTable;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.MalformedProfileException;
import treeline.source.MappedFile;
import treeline.source.ReadReport;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Adds up the lines of a file as they come. What a line shares with the one before it is not
/// looked up again: tools sort their stacks.
final class CollapsedReader {
    /// The first frame where async-profiler keeps threads apart (`-t`).
    private static final Pattern JAVA_THREAD = Pattern.compile("\\[(.{0,500}) tid=(\\d{1,19})]");

    /// The first frame where stackcollapse-perf.pl does (`--tid`).
    private static final Pattern PERF_THREAD =
            Pattern.compile("(.{0,500})-(\\d{1,19}|\\?)/(\\d{1,19})");

    private final MappedFile file;
    private final ReadReport.Log log = new ReadReport.Log();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final CollapsedFrames frames = new CollapsedFrames();
    private final ThreadTable threads = new ThreadTable();
    private final SampleCells counts = new SampleCells(1);
    private long stacks;
    private long withTwoCounts;

    /// The line before: its text, where its frames end in it and their nodes, and its thread.
    private String before = "";

    private int[] ends = new int[64];
    private int[] nodes = new int[64];
    private int depth;
    private int thread;

    CollapsedReader(MappedFile file) {
        this.file = file;
    }

    LoadedSource read() {
        var lines = new LineReader(file);
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (CollapsedLine.isNothing(line)) continue;
            CollapsedLine stack = CollapsedLine.of(line);
            if (!stack.isCounted()) {
                log.lost("a line does not end in a count", "line " + lines.line());
                continue;
            }
            if (!lines.ended())
                log.note("the last line has no end; its count is wrong if the file was cut", "");
            add(stack);
        }
        if (stacks == 0) throw malformed("stacks with counts, such as a;b;c 12", "none");
        if (withTwoCounts == stacks && stacks > 1)
            throw malformed("one count per stack", "two: a comparison of two profiles");
        int[] contexts = threads.moveTo(builder);
        counts.moveTo(
                builder,
                thread -> contexts[thread],
                builder.metric(new Metric("samples", Unit.COUNT, Metric.Scope.EXCLUSIVE)));
        frames.labelNodes(builder);
        return new LoadedSource(builder.build(), log.report());
    }

    private MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.of(file.path().toString(), expected, found);
    }

    private void add(CollapsedLine line) {
        stacks++;
        if (line.hasTwoCounts()) withTwoCounts++;
        String text = line.text();
        int stackEnd = line.stackEnd();
        keepCommonFrames(text, stackEnd);
        int from = depth == 0 ? startOfFrames(text, stackEnd) : ends[depth - 1] + 1;
        while (from <= stackEnd) {
            int semicolon = text.indexOf(';', from, stackEnd);
            int end = semicolon < 0 ? stackEnd : semicolon;
            open(text.substring(from, end), end);
            from = end + 1;
        }
        before = text;
        counts.add(0, thread, nodes[depth - 1], line.count());
    }

    /// Forgets the frames of the stack before that this one does not have.
    private void keepCommonFrames(String text, int stackEnd) {
        int most = Math.min(stackEnd, depth == 0 ? 0 : ends[depth - 1]);
        int same = 0;
        while (same < most && text.charAt(same) == before.charAt(same)) same++;
        while (depth > 0 && !isWhole(text, stackEnd, ends[depth - 1], same)) depth--;
    }

    private static boolean isWhole(String text, int stackEnd, int end, int same) {
        return end <= same && (end == stackEnd || text.charAt(end) == ';');
    }

    private void open(String frame, int end) {
        if (depth == nodes.length) {
            ends = Arrays.copyOf(ends, depth * 2);
            nodes = Arrays.copyOf(nodes, depth * 2);
        }
        int parent = depth == 0 ? ProfileBuilder.ROOT : nodes[depth - 1];
        nodes[depth] = frames.child(builder, parent, frame);
        ends[depth++] = end;
    }

    /// A first frame that names a thread is no frame, unless it is the only one.
    private int startOfFrames(String text, int stackEnd) {
        int semicolon = text.indexOf(';', 0, stackEnd);
        String first = semicolon < 0 ? "" : text.substring(0, semicolon);
        Matcher java = JAVA_THREAD.matcher(first);
        Matcher perf = PERF_THREAD.matcher(first);
        if (java.matches()) {
            thread = threads.of("", java.group(2));
            threads.label(thread, "thread", java.group(1));
        } else if (perf.matches()) {
            thread = threads.of(perf.group(2), perf.group(3));
            threads.label(thread, "thread", perf.group(1));
        } else {
            thread = threads.of("", "");
            return 0;
        }
        return semicolon + 1;
    }
}
