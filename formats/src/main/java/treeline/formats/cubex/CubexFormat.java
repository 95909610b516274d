package treeline.formats.cubex;

import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;

/// Score-P and Scalasca profiles: a tar archive with the call tree in `anchor.xml` and two files
/// per metric.
public final class CubexFormat extends OneFileFormat {

    public CubexFormat() {
        super(
                "cubex",
                "Score-P and Scalasca profiles (Cube 4, .cubex)",
                "one .cubex file",
                (file, _) -> MappedFile.open(file, CubexSource::new));
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        return TarArchive.firstMember(prefix)
                .filter(CubexFormat::isMember)
                .map(_ -> Match.CERTAIN)
                .orElse(Match.NO);
    }

    private static boolean isMember(String name) {
        return name.equals(CubexSource.ANCHOR)
                || name.equals("remapping.spec")
                || name.matches("\\d+\\.(data|index)");
    }
}
