package treeline.formats.ncu;

import treeline.formats.reading.CsvRecords;
import treeline.formats.reading.OneFileFormat;
import treeline.formats.reading.SegmentStream;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Output of `ncu --csv`: details, `--page raw`, or a summary by kernel.
public final class NcuFormat extends OneFileFormat {

    public NcuFormat() {
        super("ncu", "Nsight Compute kernels (ncu --csv)", "one CSV file", NcuFormat::read);
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        String text = new String(prefix, StandardCharsets.UTF_8);
        return text.lines().anyMatch(NcuColumns::isHeader) ? Match.CERTAIN : Match.NO;
    }

    private static ProfileSource read(MappedFile file) throws IOException {
        var text = new InputStreamReader(new SegmentStream(file.bytes()), StandardCharsets.UTF_8);
        return new NcuReader(CsvRecords.of(file.path(), text)).read();
    }
}
