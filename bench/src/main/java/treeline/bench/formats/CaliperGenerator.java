package treeline.bench.formats;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// Caliper files of the shape that real ones have: chains of calls and wide nodes up to 40 deep,
/// names that occur in several places but not twice below one node, a row a node and rank with its
/// exclusive and inclusive time. The same size gives the same file.
public final class CaliperGenerator {
    private static final int DEPTH = 40;

    /// At least so many, so that a wide node finds different ones for its children.
    private static final int NAMES = 128;

    private final int ranks;
    private final int[] parent;
    private final String[] name;

    public CaliperGenerator(int nodes, int ranks) {
        this.ranks = ranks;
        this.parent = new int[nodes];
        this.name = new String[nodes];
        grow(new SplittableRandom(1));
    }

    private void grow(SplittableRandom random) {
        int nodes = parent.length;
        int[] depth = new int[nodes];
        List<Set<String>> below = new ArrayList<>();
        parent[0] = -1;
        name[0] = "main";
        below.add(new HashSet<>());
        for (int node = 1; node < nodes; node++) {
            int above =
                    random.nextInt(3) == 0 ? node - 1 : Math.max(0, node - 1 - random.nextInt(64));
            if (depth[above] >= DEPTH) above = random.nextInt(Math.max(1, node / 2));
            parent[node] = above;
            depth[node] = Math.min(DEPTH, depth[above] + 1);
            do name[node] = "func_%05d".formatted(random.nextInt(Math.max(NAMES, nodes / 3)));
            while (!below.get(above).add(name[node]));
            below.add(new HashSet<>());
        }
    }

    /// The exclusive times of a rank; the inclusive ones go into the given array.
    private double[] times(int rank, double[] inclusive) {
        var random = new SplittableRandom(rank);
        double[] exclusive = new double[parent.length];
        for (int node = 0; node < exclusive.length; node++)
            exclusive[node] = Math.rint(1e6 * Math.exp(4 * random.nextDouble())) / 1e3;
        System.arraycopy(exclusive, 0, inclusive, 0, exclusive.length);
        for (int node = exclusive.length - 1; node > 0; node--)
            inclusive[parent[node]] += inclusive[node];
        return exclusive;
    }

    void writeSplit(Path file) throws IOException {
        double[][] exclusive = new double[ranks][];
        double[][] inclusive = new double[ranks][parent.length];
        for (int rank = 0; rank < ranks; rank++) exclusive[rank] = times(rank, inclusive[rank]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("{\n   \"data\": [\n");
            for (int node = 0; node < parent.length; node++)
                for (int rank = 0; rank < ranks; rank++) {
                    out.write(node + rank == 0 ? "    [ " : ",\n    [ ");
                    writeThousandths(out, inclusive[rank][node]);
                    out.write(", " + rank + ", ");
                    writeThousandths(out, exclusive[rank][node]);
                    out.write(", " + node + " ]");
                }
            out.write(
                    "\n"
                            + "   ],\n"
                            + "   \"columns\": [ \"inclusive#sum#time.duration\", \"mpi.rank\","
                            + " \"sum#time.duration\", \"path\" ],\n");
            out.write(
                    "   \"column_metadata\": [ { \"is_value\": true }, { \"is_value\": true }, {"
                            + " \"is_value\": true }, { \"is_value\": false } ],\n");
            out.write("   \"nodes\": [ ");
            for (int node = 0; node < parent.length; node++)
                out.write(
                        "%s{ \"label\": \"%s\", \"column\": \"path\"%s }"
                                .formatted(
                                        node == 0 ? "" : ", ",
                                        name[node],
                                        node == 0 ? "" : ", \"parent\": " + parent[node]));
            out.write(" ],\n   \"num_processes\": %d\n}\n".formatted(ranks));
        }
    }

    private static void writeThousandths(BufferedWriter out, double value) throws IOException {
        long thousandths = Math.round(value * 1000);
        out.write(Long.toString(thousandths / 1000));
        out.write('.');
        out.write(Long.toString(1000 + thousandths % 1000), 1, 3);
    }

    public void writeCali(Path file) throws IOException {
        double[] inclusive = new double[parent.length];
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(
                    """
                    __rec=node,id=34,attr=10,data=77,parent=1
                    __rec=node,id=35,attr=8,data=mpi.rank,parent=34
                    __rec=node,id=47,attr=10,data=2113,parent=5
                    __rec=node,id=48,attr=8,data=sum#sum#time.duration,parent=47
                    __rec=node,id=72,attr=8,data=inclusive#sum#time.duration,parent=47
                    __rec=node,id=54,attr=10,data=276,parent=3
                    __rec=node,id=55,attr=8,data=function,parent=54
                    """);
            for (int node = 0; node < parent.length; node++)
                out.write(
                        "__rec=node,id=%d,attr=55,data=%s%s\n"
                                .formatted(
                                        1000 + node,
                                        name[node],
                                        node == 0 ? "" : ",parent=" + (1000 + parent[node])));
            for (int rank = 0; rank < ranks; rank++) {
                double[] exclusive = times(rank, inclusive);
                for (int node = 0; node < parent.length; node++) {
                    out.write(
                            "__rec=ctx,ref=" + (1000 + node) + ",attr=35=48=72,data=" + rank + '=');
                    writeThousandths(out, exclusive[node]);
                    out.write('=');
                    writeThousandths(out, inclusive[node]);
                    out.write('\n');
                }
            }
        }
    }
}
