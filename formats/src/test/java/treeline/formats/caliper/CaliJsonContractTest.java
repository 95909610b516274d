package treeline.formats.caliper;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CaliJsonContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CaliJsonFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        String array =
                """
                [
                {"mpi.rank":0,"time":0.250000},
                {"path":"main","mpi.rank":0,"time":1.500000},
                {"path":"main/solve","mpi.rank":0,"time":2.000000},
                {"path":"main","mpi.rank":1,"time":1.750000}
                ]
                """;
        String sequence =
                """
                {"path":"main","sum#time.duration.ns":15}
                {"path":"main/solve","sum#time.duration.ns":20}
                """;
        return List.of(
                Files.writeString(into.resolve("array.json"), array),
                Files.writeString(into.resolve("sequence.json"), sequence));
    }

    /// The sequence of older versions has no end mark.
    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part) || (part.length > 0 && part[part.length - 1] == '}');
    }
}
