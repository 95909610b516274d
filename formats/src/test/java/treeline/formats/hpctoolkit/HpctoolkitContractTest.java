package treeline.formats.hpctoolkit;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Each file of one database is damaged in turn, the others stay.
class HpctoolkitContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new HpctoolkitFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        SampleDatabase sample =
                SampleDatabase.of(
                        """
                        1  entry main thread
                        4    function main
                        2      line main.c:12
                        7        hidden
                        3        function solve
                        6          loop solve.c:7
                        9            line solve.c:8
                        12           instruction 0x4f4b3
                        5  entry application thread
                        8    inlined helper
                        """,
                        """
                        metric CPUTIME (sec)
                        context  rank1.thread0  rank0.thread0  rank0.thread1
                        7                  0.1              3              -
                        9                    4              1              -
                        12                   2              -              -
                        """,
                        """
                        metric GXCOPY:D2H (B)
                        context  rank1.thread0  gpucontext0.gpustream1
                        8                  512                       -
                        """);
        sample.traces =
                """
                profile  time     context
                1        1000000  9
                1        1001000  12
                2        1000500  9
                4        1000100  8
                4        1000200  0
                """;
        sample.write(into);
        return List.of(
                into.resolve("meta.db"),
                into.resolve("profile.db"),
                into.resolve("cct.db"),
                into.resolve("trace.db"));
    }
}
