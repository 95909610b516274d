package treeline.formats.ncu;

import treeline.formats.reading.OneFileFormat;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Output of `ncu --csv`: details, `--page raw`, or a summary by kernel.
public final class NcuFormat extends OneFileFormat {

    public NcuFormat() {
        super("ncu", "Nsight Compute kernels (ncu --csv)");
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        String text = new String(prefix, StandardCharsets.UTF_8);
        return text.lines().anyMatch(NcuColumns::isHeader) ? Match.CERTAIN : Match.NO;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one CSV file"));
                var records = new NcuRecords(file)) {
            return new NcuReader(records).read();
        }
    }
}
