package treeline.testkit;

import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A format whose files are drawings, so that a test of a command shows what it reads. Lines that
/// start with `lost` or `note` go to the read report, those with `fact` to the metadata. `trace 0
/// 60 10 1 20 -1` is a trace: of context 0, until second 60, from second 10 on in node 1, from
/// second 20 on in none. `message 0 1 2 64 10 11 5 12` is a message of 64 bytes from context 0 to
/// context 1, both in node 2: sent in a call from second 10 to 11, received in a call from second 5
/// to 12. With messages, traces contain every call.
public final class DrawnFormat implements ProfileFormat {

    @Override
    public String name() {
        return "drawn";
    }

    @Override
    public String description() {
        return "profiles drawn in tests";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return Parts.sniff(input, DrawnFormat::accepts);
    }

    private static boolean accepts(Path file, byte[] prefix) {
        String start = new String(prefix, StandardCharsets.UTF_8);
        return start.startsWith("path") || start.startsWith("metric ");
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return Parts.open(input, DrawnFormat::accepts, DrawnFormat::read);
    }

    private static ProfileSource read(Path file) throws IOException {
        var drawing = new StringBuilder();
        var log = new ReadReport.Log();
        Metadata metadata = Metadata.NONE;
        List<TraceLine> traces = new ArrayList<>();
        var messages = new DrawnMessages();
        int lostLine = 3;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("lost ")) log.lost(line.substring(5), "line " + lostLine++);
            else if (line.startsWith("note ")) log.note(line.substring(5), "");
            else if (line.startsWith("fact ")) metadata = withFact(metadata, line.split(" "));
            else if (line.startsWith("trace ")) traces.add(trace(line.split(" ")));
            else if (line.startsWith("message ")) messages.add(line.split(" "));
            else drawing.append(line).append('\n');
        }
        if (drawing.indexOf("torn") >= 0)
            throw MalformedProfileException.atLine(file, 7, "a path", "nothing");
        var source =
                new LoadedSource(
                        Drawing.profileOf(drawing.toString()).withMetadata(metadata), log.report());
        return traces.isEmpty() ? source : new Traced(source, traces, messages);
    }

    private static TraceLine trace(String[] words) {
        long[] samples = new long[words.length - 3];
        for (int i = 0; i < samples.length; i++)
            samples[i] = i % 2 == 0 ? nanos(words[i + 3]) : Long.parseLong(words[i + 3]);
        return FakeLine.of(Integer.parseInt(words[1]), nanos(words[2]), samples);
    }

    static long nanos(String seconds) {
        return Long.parseLong(seconds) * 1_000_000_000;
    }

    /// A source with traces.
    private record Traced(ProfileSource source, List<TraceLine> lines, DrawnMessages messages)
            implements ProfileSource {
        @Override
        public Outline outline() {
            return source.outline();
        }

        @Override
        public Profile load(Slice slice) throws IOException {
            return source.load(slice);
        }

        @Override
        public Traces traces() {
            long end = lines.stream().mapToLong(TraceLine::endNanos).max().orElse(0);
            return messages.isEmpty()
                    ? new Traces(0, end, lines)
                    : new Traces(0, end, lines, Traces.Detail.CALLS, messages, List.of());
        }

        @Override
        public ReadReport report() {
            return source.report();
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    private static Metadata withFact(Metadata metadata, String[] words) {
        if (words[2].matches("\\d+\\.\\d+"))
            return metadata.with(words[1], new Metadata.Value.Real(Double.parseDouble(words[2])));
        return words[2].matches("\\d+")
                ? metadata.with(words[1], Long.parseLong(words[2]))
                : metadata.with(words[1], words[2]);
    }
}
