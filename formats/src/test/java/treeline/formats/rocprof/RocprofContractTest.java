package treeline.formats.rocprof;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class RocprofContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new RocprofFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(into.resolve("7_kernel_trace.csv"), RocprofSamples.KERNELS),
                Files.writeString(into.resolve("7_hip_api_trace.csv"), RocprofSamples.CALLS),
                Files.writeString(into.resolve("7_memory_copy_trace.csv"), RocprofSamples.COPIES),
                Files.writeString(into.resolve("7_results.json"), RocprofSamples.JSON));
    }

    /// Tables have no end mark.
    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part);
    }
}
