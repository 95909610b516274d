package treeline.formats.csv;

import static treeline.testkit.Drawing.profileOf;

import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class CsvContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CsvFormat();
    }

    @Override
    protected Optional<ProfileExporter> exporter() {
        return Optional.of(new CsvExporter());
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        Path series = into.resolve("series.csv");
        new CsvExporter()
                .export(
                        profileOf(
                                """
                                metric time s inclusive
                                path        tag   rank0  rank1
                                main        -      10.5     12
                                main/loop   COMP  1+2+3    4+5

                                metric mem B exclusive
                                path        rank0  rank1
                                main            5      -
                                main/loop     7+8      9
                                """),
                        series);
        Path plain = into.resolve("plain.csv");
        new CsvExporter().export(profileOf("path whole\na,b 1\n\"q\" 2\na,b/c 0.25"), plain);
        return List.of(series, plain);
    }
}
