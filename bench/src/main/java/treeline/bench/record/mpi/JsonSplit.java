package treeline.bench.record.mpi;

import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Writes a recording as Caliper's json-split, with a row for each iteration as Caliper has it:
/// iterations are regions `iter_N`, so that a node is a pair of iteration and event.
final class JsonSplit {
    private JsonSplit() {}

    /// The rows that were written.
    static int write(Profile profile, Path file) throws IOException {
        SparseRows times = profile.column("time").byContext();
        Map<Long, Integer> nodes = new LinkedHashMap<>();
        int rows = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("{\"data\": [\n");
            for (int context = 0; context < profile.contexts().size(); context++)
                for (int cell = times.start(context); cell < times.end(context); cell++) {
                    double[] series =
                            times.seriesLength(cell) == 0
                                    ? new double[] {times.value(cell)}
                                    : times.series(cell);
                    for (int i = 0; i < series.length; i++) {
                        long key = (long) i << 32 | times.index(cell);
                        int node = nodes.computeIfAbsent(key, _ -> nodes.size());
                        out.write(rows++ == 0 ? "[" : ",\n[");
                        out.write(
                                String.format(
                                        Locale.ROOT,
                                        "%.6f,%d,%d]",
                                        series[i] / 1e9,
                                        profile.contexts().get(context).rank(),
                                        node));
                    }
                }
            out.write(
                    "\n], \"columns\": [\"time\", \"mpi.rank\", \"path\"], \"column_metadata\": [");
            out.write("{\"is_value\": true}, {\"is_value\": true}, {\"is_value\": false}],\n");
            writeNodes(profile.tree(), nodes, out);
        }
        return rows;
    }

    private static void writeNodes(CallTree tree, Map<Long, Integer> nodes, BufferedWriter out)
            throws IOException {
        out.write("\"nodes\": [");
        String comma = "";
        for (long key : nodes.keySet()) {
            out.write(
                    "%s{\"label\": \"iter_%d/%s\", \"column\": \"path\", \"parent\": 0}\n"
                            .formatted(comma, key >> 32, tree.name((int) key)));
            comma = ",";
        }
        out.write("]}\n");
    }
}
