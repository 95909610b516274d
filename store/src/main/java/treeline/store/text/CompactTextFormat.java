package treeline.store.text;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.store.text.tinyprof.TinyProfReader;
import treeline.store.text.tinyprof.TinyProfSniff;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Compact text: our own dialect, and the three generations of TinyProf files.
public final class CompactTextFormat extends NamedFormat {
    static final String NAME = "compact-text";

    public CompactTextFormat() {
        super(NAME, "compact text of Treeline and TinyProf, one row per call path");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return Parts.sniff(
                input, (_, prefix) -> TextReader.accepts(prefix) || TinyProfSniff.accepts(prefix));
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return Parts.isRecording(folder, (_, prefix) -> TextReader.accepts(prefix));
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        List<Path> tinyProf = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        for (Path file : input.files())
            (TinyProfSniff.accepts(input.prefix(file)) ? tinyProf : others).add(file);
        if (tinyProf.isEmpty())
            return Parts.open(input, (_, prefix) -> TextReader.accepts(prefix), TextReader::open);
        var log = new ReadReport.Log();
        for (Path file : others) {
            if (TextReader.accepts(input.prefix(file)))
                throw MalformedProfileException.of(
                        input.name(),
                        "files of one recording",
                        "%s of TinyProf and %s of Treeline".formatted(tinyProf.getFirst(), file));
            log.note("a file is not part of the recording", file.toString());
        }
        return TinyProfReader.open(input.name(), tinyProf, log);
    }
}
