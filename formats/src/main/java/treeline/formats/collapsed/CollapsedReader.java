package treeline.formats.collapsed;

import treeline.array.Capacity;
import treeline.array.Ints;
import treeline.formats.reading.LineReader;
import treeline.formats.reading.SampleCells;
import treeline.formats.reading.ThreadTable;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sums the lines of a file. Frames shared with the preceding line are not looked up again, because
/// tools sort their stacks.
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

    /// The stack before: its bytes, where its frames end in them and their nodes, and its thread.
    private byte[] before = {};

    private final Ints ends = new Ints();
    private final Ints nodes = new Ints();
    private int thread;

    CollapsedReader(MappedFile file) {
        this.file = file;
    }

    LoadedSource read() {
        var lines = new LineReader(file);
        while (lines.advance()) {
            byte[] line = lines.array();
            int space = CollapsedLine.plainEnd(line, lines.start(), lines.end());
            if (space < 0 || !lines.ended()) addOdd(lines);
            else add(line, lines.start(), space, CollapsedLine.count(line, space, lines.end()));
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

    /// Adds a line that is not just a stack and a whole number.
    private void addOdd(LineReader lines) {
        String text = lines.text();
        if (CollapsedLine.isNothing(text)) return;
        CollapsedLine line = CollapsedLine.of(text);
        if (!line.isCounted()) {
            log.lost("a line does not end in a count", "line " + lines.line());
            return;
        }
        if (!lines.ended())
            log.note(
                    "the last line is not terminated; its count is wrong if the file is truncated",
                    "");
        if (line.hasTwoCounts()) withTwoCounts++;
        byte[] stack = line.text().substring(0, line.stackEnd()).getBytes(StandardCharsets.UTF_8);
        add(stack, 0, stack.length, line.count());
    }

    private void add(byte[] in, int start, int stop, double count) {
        stacks++;
        int same = keepCommonFrames(in, start, stop);
        int from = start + (ends.isEmpty() ? startOfFrames(in, start, stop) : ends.last() + 1);
        while (from <= stop) {
            int end = from;
            while (end < stop && in[end] != ';') end++;
            open(in, from, end, end - start);
            from = end + 1;
        }
        before = Capacity.withRoom(before, 0, stop - start);
        System.arraycopy(in, start + same, before, same, stop - start - same);
        counts.add(0, thread, nodes.last(), count);
    }

    /// Forgets the frames of the stack before that this one does not have; returns how many bytes
    /// both have in common.
    private int keepCommonFrames(byte[] in, int start, int stop) {
        int length = ends.isEmpty() ? 0 : ends.last();
        int different = Arrays.mismatch(in, start, stop, before, 0, length);
        int same = different < 0 ? length : different;
        while (!ends.isEmpty() && !isWhole(in, start + ends.last(), stop, start + same)) {
            ends.removeLast();
            nodes.removeLast();
        }
        return same;
    }

    private static boolean isWhole(byte[] in, int end, int stop, int same) {
        return end <= same && (end == stop || in[end] == ';');
    }

    /// @param end of the frame in its stack
    private void open(byte[] in, int from, int to, int end) {
        int parent = nodes.isEmpty() ? ProfileBuilder.ROOT : nodes.last();
        nodes.add(frames.child(builder, parent, in, from, to));
        ends.add(end);
    }

    /// A first frame that names a thread is no frame, unless it is the only one.
    private int startOfFrames(byte[] in, int start, int stop) {
        int semicolon = start;
        while (semicolon < stop && in[semicolon] != ';') semicolon++;
        String first =
                semicolon == stop
                        ? ""
                        : new String(in, start, semicolon - start, StandardCharsets.UTF_8);
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
        return semicolon - start + 1;
    }
}
