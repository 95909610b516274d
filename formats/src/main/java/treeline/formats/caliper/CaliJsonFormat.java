package treeline.formats.caliper;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import treeline.formats.caliper.split.CaliperJson;
import treeline.formats.caliper.split.RecordsReader;
import treeline.formats.reading.OneFileFormat;
import treeline.formats.reading.Utf8Stream;
import treeline.source.Match;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;

/// Caliper's `json`: an array (a plain sequence in older versions) of objects, one per record.
public final class CaliJsonFormat extends OneFileFormat {

    public CaliJsonFormat() {
        super(
                "caliper-json",
                "Caliper JSON records (json)",
                "one file of json records",
                RecordsReader::read);
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        int at = 0;
        while (at < prefix.length && prefix[at] <= ' ' && prefix[at] > 0) at++;
        if (at == prefix.length || (prefix[at] != '[' && prefix[at] != '{')) return Match.NO;
        return new Evidence().of(prefix);
    }

    /// The evidence in the first records: flat objects, a path, and names that only Caliper uses.
    private static final class Evidence {
        private boolean hasPath;
        private boolean hasNumber;
        private boolean hasCaliperName;

        Match of(byte[] prefix) {
            try (JsonParser parser =
                    CaliperJson.parser(new Utf8Stream(new ByteArrayInputStream(prefix)))) {
                JsonToken first = parser.nextToken();
                if (first == JsonToken.START_ARRAY) first = parser.nextToken();
                while (first == JsonToken.START_OBJECT) {
                    if (!isFlat(parser)) return Match.NO;
                    first = parser.nextToken();
                }
            } catch (JacksonException cutOff) {
                return match(); // the prefix ends within a record, as it does in most files
            }
            return match();
        }

        private Match match() {
            if (hasCaliperName && hasNumber) return Match.CERTAIN;
            return hasPath && hasNumber ? Match.PLAUSIBLE : Match.NO;
        }

        private boolean isFlat(JsonParser parser) {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value == JsonToken.START_ARRAY || value == JsonToken.START_OBJECT) return false;
                hasNumber |= value.isNumeric();
                hasPath |= name.equals(CaliperJson.PATH) && value == JsonToken.VALUE_STRING;
                hasCaliperName |= isCaliperName(name);
            }
            return true;
        }

        private boolean isCaliperName(String name) {
            return name.equals("mpi.rank")
                    || name.equals("spot.channel")
                    || name.contains("#")
                    || (hasPath && (CaliperJson.TIMES.contains(name) || name.equals("Node order")));
        }
    }
}
