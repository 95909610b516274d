package treeline.formats.csv;

import treeline.formats.reading.CsvRecords;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Reader of [CsvExporter] files only: their header identifies context and metric columns. Run
/// metadata is not stored.
public final class CsvFormat extends NamedFormat {
    static final String NAME = "csv";

    public CsvFormat() {
        super(NAME, "Treeline CSV: one line per call path, context and iteration");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return Parts.sniff(input, CsvFormat::accepts);
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return Parts.open(input, CsvFormat::accepts, CsvReader::open);
    }

    private static boolean accepts(Path file, byte[] prefix) {
        var text = new InputStreamReader(new ByteArrayInputStream(prefix), StandardCharsets.UTF_8);
        try {
            List<String> first = CsvRecords.ofOurs(file, text).nextTerminated();
            return first != null && CsvHeader.parse(first).isPresent();
        } catch (IOException | MalformedProfileException foreign) {
            return false;
        }
    }
}
