package treeline.formats.caliper;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CaliJsonSplitContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CaliJsonSplitFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        String merged =
                """
                {
                  "data": [
                    [ 0, 0.250000, null, "a" ],
                    [ 0, 1.500000, 0, "b" ],
                    [ 0, 2.000000, 1, null ],
                    [ 1, 1.750000, 0, "\\"c\\n" ]
                  ],
                  "columns": [ "mpi.rank", "time", "path", "note" ],
                  "column_metadata": [ { "is_value": true }, { "is_value": true, "attribute.alias": "time", "attribute.unit": "sec" }, { "is_value": false }, { "is_value": true } ],
                  "nodes": [ { "label": "main", "column": "path" }, { "label": "solve", "column": "path", "parent": 0 } ],
                  "jobsize": "2",
                  "omega": "0.800000"
                }
                """;
        String headFirst =
                """
                {"columns":["path","count"],"column_metadata":[{"is_value":false},{"is_value":true}],
                "nodes":[{"column":"path","label":"main"}],"data":[[0,7]]}
                """;
        return List.of(
                Files.writeString(into.resolve("merged.json"), merged),
                Files.writeString(into.resolve("head-first.json"), headFirst));
    }
}
