package treeline.formats.perfetto;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class PerfettoContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new PerfettoFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                PerfettoBytes.sample().write(into.resolve("run.pftrace")),
                PerfettoBytes.variety().write(into.resolve("variety.pftrace")),
                new PerfettoBytes()
                        .compressed(PerfettoBytes.sample())
                        .write(into.resolve("compressed.pftrace")));
    }

    /// There is no end mark.
    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        int at = 0;
        while (at < part.length && part[at] == 0x0a) {
            int shift = 0;
            int length = 0;
            do {
                if (++at >= part.length) return false;
                length |= (part[at] & 0x7f) << shift;
                shift += 7;
            } while (part[at] < 0);
            at += 1 + length;
        }
        return at == part.length;
    }
}
