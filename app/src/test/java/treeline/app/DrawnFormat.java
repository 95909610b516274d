package treeline.app;

import treeline.model.Metadata;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.MalformedProfileException;
import treeline.source.Match;
import treeline.source.Parts;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A format whose files are drawings, so that a test of a command shows what it reads. Lines that
/// start with `lost` or `note` go to the read report, those with `fact` to the metadata.
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
        int lostLine = 3;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("lost ")) log.lost(line.substring(5), "line " + lostLine++);
            else if (line.startsWith("note ")) log.note(line.substring(5), "");
            else if (line.startsWith("fact ")) metadata = withFact(metadata, line.split(" "));
            else drawing.append(line).append('\n');
        }
        if (drawing.indexOf("torn") >= 0)
            throw MalformedProfileException.atLine(file, 7, "a path", "nothing");
        return new LoadedSource(
                Drawing.profileOf(drawing.toString()).withMetadata(metadata), log.report());
    }

    private static Metadata withFact(Metadata metadata, String[] words) {
        if (words[2].matches("\\d+\\.\\d+"))
            return metadata.with(words[1], new Metadata.Value.Real(Double.parseDouble(words[2])));
        return words[2].matches("\\d+")
                ? metadata.with(words[1], Long.parseLong(words[2]))
                : metadata.with(words[1], words[2]);
    }
}
