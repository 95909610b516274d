package treeline.bench.formats;

import treeline.bench.Measured;
import treeline.formats.caliper.CaliFormat;
import treeline.formats.caliper.CaliJsonSplitFormat;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// How fast and in how much memory are Caliper's files read, beside what Hatchet's and Caliper's
/// Python readers take for files of the same shape? A row is a node in a rank with its inclusive
/// and exclusive time.
///
/// Without arguments it writes its inputs; `DIR` takes `DIR/1k-64/profile.json` and so on, where
/// others wrote them.
public final class CaliperTargets {
    /// A size and what Hatchet took for it: rows a CPU second and peak resident megabytes
    /// (json-split).
    private record Size(String name, int nodes, int ranks, double peerRows, int peerMegabytes) {
        int rows() {
            return nodes * ranks;
        }
    }

    private static final List<Size> SIZES =
            List.of(
                    new Size("1k-64", 1000, 64, 102_000, 111),
                    new Size("5k-256", 5000, 256, 71_000, 626),
                    new Size("10k-512", 10_000, 512, 41_000, 2287));

    /// Records a CPU second of a Python reader that splits lines character by character and expands
    /// each record, as caliper-reader does; with `str.split` and remembered paths it would be
    /// 185,000.
    private static final double PEER_RECORDS = 33_000;

    private static final int DEPTH = 40;

    private CaliperTargets() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2 && arguments[0].equals("--load")) {
            load(new CaliJsonSplitFormat(), Path.of(arguments[1]));
            return;
        }
        Path folder =
                arguments.length > 0
                        ? Path.of(arguments[0])
                        : Files.createTempDirectory("treeline-caliper");
        System.out.printf(
                "%-22s %9s %7s %8s %12s %12s %7s%n",
                "file", "rows", "MB", "CPU s", "rows/s", "peer", "ratio");
        for (Size size : SIZES) {
            Path json = folder.resolve(size.name()).resolve("profile.json");
            if (!Files.exists(json)) writeSplit(size, json);
            print(
                    "json-split " + size.name(),
                    new CaliJsonSplitFormat(),
                    json,
                    size,
                    size.peerRows());
            Path cali = folder.resolve(size.name()).resolve("profile.cali");
            if (!Files.exists(cali)) writeCali(size, cali);
            print(".cali " + size.name(), new CaliFormat(), cali, size, PEER_RECORDS);
        }
        System.out.printf(
                "%n%-22s %20s %20s%n",
                "json-split in memory", "peer's peak RSS", "loads in a tenth");
        for (Size size : SIZES)
            System.out.printf(
                    "%-22s %17d MB %20s%n",
                    size.name(),
                    size.peerMegabytes(),
                    loadsIn(
                            size.peerMegabytes() / 10,
                            folder.resolve(size.name()).resolve("profile.json")));
    }

    private static void print(String what, ProfileFormat format, Path file, Size size, double peer)
            throws Exception {
        int repetitions = Math.max(6, 10_000_000 / size.rows());
        double seconds = Measured.bestSeconds(repetitions, () -> load(format, file));
        double rate = size.rows() / seconds;
        System.out.printf(
                Locale.ROOT,
                "%-22s %9d %7.1f %8.3f %12.0f %12.0f %6.0fx%n",
                what,
                size.rows(),
                Files.size(file) / 1e6,
                seconds,
                rate,
                peer,
                rate / peer);
    }

    private static Profile load(ProfileFormat format, Path file) throws IOException {
        try (ProfileSource source = format.open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }

    /// Whether a process with so much heap can load the file.
    private static String loadsIn(int megabytes, Path file) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx%dm".formatted(megabytes),
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CaliperTargets.class.getName(),
                                "--load",
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return "%s (%d MB heap)".formatted(process.waitFor() == 0 ? "yes" : "no", megabytes);
    }

    /// A tree in which most nodes hang below one of the last few, so that it is deep in places.
    private static int[] parents(int nodes) {
        var random = new SplittableRandom(1);
        int[] parent = new int[nodes];
        int[] depth = new int[nodes];
        parent[0] = -1;
        for (int node = 1; node < nodes; node++) {
            int above =
                    random.nextInt(3) == 0 ? node - 1 : Math.max(0, node - 1 - random.nextInt(64));
            if (depth[above] >= DEPTH) above = random.nextInt(Math.max(1, node / 2));
            parent[node] = above;
            depth[node] = Math.min(DEPTH, depth[above] + 1);
        }
        return parent;
    }

    private static double[] times(int[] parent, int rank, double[] inclusive) {
        var random = new SplittableRandom(rank);
        double[] exclusive = new double[parent.length];
        for (int node = 0; node < exclusive.length; node++)
            exclusive[node] = Math.rint(1e6 * Math.exp(4 * random.nextDouble())) / 1e3;
        System.arraycopy(exclusive, 0, inclusive, 0, exclusive.length);
        for (int node = exclusive.length - 1; node > 0; node--)
            inclusive[parent[node]] += inclusive[node];
        return exclusive;
    }

    private static void writeSplit(Size size, Path file) throws IOException {
        int[] parent = parents(size.nodes());
        double[][] exclusive = new double[size.ranks()][];
        double[][] inclusive = new double[size.ranks()][size.nodes()];
        for (int rank = 0; rank < size.ranks(); rank++)
            exclusive[rank] = times(parent, rank, inclusive[rank]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("{\n   \"data\": [\n");
            for (int node = 0; node < size.nodes(); node++)
                for (int rank = 0; rank < size.ranks(); rank++) {
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
            for (int node = 0; node < size.nodes(); node++)
                out.write(
                        "%s{ \"label\": \"func_%05d\", \"column\": \"path\"%s }"
                                .formatted(
                                        node == 0 ? "" : ", ",
                                        node % (size.nodes() / 3),
                                        node == 0 ? "" : ", \"parent\": " + parent[node]));
            out.write(" ],\n   \"num_processes\": %d\n}\n".formatted(size.ranks()));
        }
    }

    private static void writeThousandths(BufferedWriter out, double value) throws IOException {
        long thousandths = Math.round(value * 1000);
        out.write(Long.toString(thousandths / 1000));
        out.write('.');
        out.write(Long.toString(1000 + thousandths % 1000), 1, 3);
    }

    private static void writeCali(Size size, Path file) throws IOException {
        int[] parent = parents(size.nodes());
        double[] inclusive = new double[size.nodes()];
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
            for (int node = 0; node < size.nodes(); node++)
                out.write(
                        "__rec=node,id=%d,attr=55,data=func_%05d%s\n"
                                .formatted(
                                        1000 + node,
                                        node % (size.nodes() / 3),
                                        node == 0 ? "" : ",parent=" + (1000 + parent[node])));
            for (int rank = 0; rank < size.ranks(); rank++) {
                double[] exclusive = times(parent, rank, inclusive);
                for (int node = 0; node < size.nodes(); node++) {
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
