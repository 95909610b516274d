package treeline.formats.cubex;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class CubexContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CubexFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        CubexFile anchorFirst =
                new CubexFile()
                        .anchor(CubexFile.METRICS, CubexFile.TREE, CubexFile.TWO_RANKS)
                        .row("0", "0 1 2", "1 1  1 1  2 2")
                        .packed("1", "0 1 3", "10 12  6 7  3 4");
        return List.of(
                CubexFile.defaultName().write(into.resolve("anchor-last.cubex")),
                anchorFirst.write(into.resolve("anchor-first.cubex")));
    }
}
