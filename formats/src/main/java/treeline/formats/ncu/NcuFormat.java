package treeline.formats.ncu;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// What `ncu --csv` prints: details, `--page raw`, or a summary by kernel.
public final class NcuFormat implements ProfileFormat {

    @Override
    public String name() {
        return "ncu";
    }

    @Override
    public String description() {
        return "Nsight Compute's kernels (ncu --csv)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        byte[] prefix = input.prefix(input.files().getFirst());
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
