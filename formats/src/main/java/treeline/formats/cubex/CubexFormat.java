package treeline.formats.cubex;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;

/// Score-P and Scalasca profiles: a tar with the call tree in `anchor.xml` and two files a metric.
public final class CubexFormat implements ProfileFormat {

    @Override
    public String name() {
        return "cubex";
    }

    @Override
    public String description() {
        return "Score-P and Scalasca profiles (Cube 4, .cubex)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        return TarArchive.firstMember(input.prefix(input.files().getFirst()))
                .filter(CubexFormat::isMember)
                .map(_ -> Match.CERTAIN)
                .orElse(Match.NO);
    }

    private static boolean isMember(String name) {
        return name.equals(CubexSource.ANCHOR)
                || name.equals("remapping.spec")
                || name.matches("\\d+\\.(data|index)");
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return MappedFile.open(input.onlyFile("one .cubex file"), CubexSource::new);
    }
}
