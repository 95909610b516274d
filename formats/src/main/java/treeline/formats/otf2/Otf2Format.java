package treeline.formats.otf2;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// OTF2 archives: the anchor file, or the folder that contains one.
public final class Otf2Format extends NamedFormat {

    public Otf2Format() {
        super("otf2", "OTF2 trace of Score-P, TAU or Extrae (traces.otf2)");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return anchors(input).isEmpty() ? Match.NO : Match.CERTAIN;
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return anchors(folder).size() == 1;
    }

    private static List<Path> anchors(Input input) throws IOException {
        List<Path> anchors = new java.util.ArrayList<>();
        for (Path file : input.files())
            if (Otf2Anchor.isAnchor(input.prefix(file))) anchors.add(file);
        return anchors;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        List<Path> anchors = anchors(input);
        if (anchors.size() != 1)
            throw MalformedProfileException.of(
                    input.name(), "one OTF2 anchor file", anchors.size() + " anchor files");
        return Otf2Source.open(anchors.getFirst());
    }
}
