package treeline.formats.timemory;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class TimemoryContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new TimemoryFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(Files.writeString(into.resolve("wall.tree.json"), TimemoryTest.TREE));
    }
}
