package treeline.formats.hpctoolkitxml;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class HpctoolkitXmlContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new HpctoolkitXmlFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(SampleExperiment.write(into));
    }
}
