package treeline.formats.csv;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Reads what [CsvExporter] writes, and no other CSV: only its header says which columns are
/// contexts and what metrics are. The run's metadata have no place in it.
public final class CsvFormat implements ProfileFormat {
    static final String NAME = "csv";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "plain CSV of Treeline: a line per call path, context and iteration";
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
            List<String> first = new CsvRecords(file, text).next();
            return first != null && CsvHeader.parse(first).isPresent();
        } catch (IOException | MalformedProfileException foreign) {
            return false;
        }
    }
}
