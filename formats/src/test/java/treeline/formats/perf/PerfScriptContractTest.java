package treeline.formats.perf;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class PerfScriptContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new PerfScriptFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(
                        into.resolve("flat.txt"),
                        """
                        # hostname : node7
                            sim  100 [002] 12.500000:   7 cycles:  4007f3 f (/bin/sim)
                            sim  100 [002] 12.510000:   9 cycles:  4007f3 g (/bin/sim)
                        """));
    }

    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part);
    }
}
