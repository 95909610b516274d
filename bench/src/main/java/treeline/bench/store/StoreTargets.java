package treeline.bench.store;

import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.bench.SyntheticRun;
import treeline.formats.csv.CsvExporter;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ProfileExporter;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.CompleteFolder;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.store.db.DatabaseSource;
import treeline.store.text.CompactTextExporter;
import treeline.store.text.CompactTextFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Question: how small are the stored forms and how fast are they read, on the same data, beside
/// what the memory of this machine allows? 4,096 ranks x 1,000 events x 10 iterations, nanoseconds.
public final class StoreTargets {
    private static final int RANKS = 4096;
    private static final int NODES = 1000;
    private static final int ITERATIONS = 10;

    private StoreTargets() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("treeline-bench-");
        try {
            run(folder);
        } finally {
            CompleteFolder.delete(folder);
        }
    }

    private static void run(Path folder) throws Exception {
        Profile profile = SyntheticRun.of(RANKS, NODES, ITERATIONS);
        long values = profile.values().values();
        IO.println(
                "%,d ranks x %,d events x %d iterations = %,d values"
                        .formatted(RANKS, NODES, ITERATIONS, values));
        Path database = exported(new DatabaseExporter(), profile, folder);
        Path text = exported(new CompactTextExporter(), profile, folder);
        Path csv = exported(new CsvExporter(), profile, folder);
        sizes(values, Files.size(database), Files.size(text), Files.size(csv));
        Files.delete(csv);
        speeds(values, database, text);
        slices(database);
        memory();
    }

    private static Path exported(ProfileExporter exporter, Profile profile, Path folder)
            throws IOException {
        Path file = folder.resolve("run" + exporter.extension());
        exporter.export(profile, file);
        return file;
    }

    private static void sizes(long values, long database, long text, long csv) {
        IO.println("\nsize                      bytes   bytes/value   database is   target");
        IO.println("%-16s %14d %13.2f".formatted("database", database, (double) database / values));
        IO.println(
                "%-16s %14d %13.2f %12s   %s"
                        .formatted(
                                "compact text",
                                text,
                                (double) text / values,
                                ratio(text, database),
                                "1/3 or less"));
        IO.println(
                "%-16s %14d %13.2f %12s   %s"
                        .formatted(
                                "plain CSV",
                                csv,
                                (double) csv / values,
                                ratio(csv, database),
                                "1/10 or less"));
    }

    private static String ratio(long other, long ours) {
        return "1/%.1f".formatted((double) other / ours);
    }

    private static void speeds(long values, Path database, Path text) throws Exception {
        double textMegabytes = Files.size(text) / 1e6;
        double decodedMegabytes = values * 8 / 1e6;
        byte[] raw = Files.readAllBytes(text);
        double scan = Measured.bestSeconds(5, () -> newlines(raw));
        double copy =
                Measured.bestSeconds(
                        7, () -> Arrays.copyOf(new double[(int) values], (int) values));
        double parse = Measured.bestSeconds(5, () -> Reads.profile(new CompactTextFormat(), text));
        double decode =
                Measured.bestSeconds(9, () -> Reads.profile(DatabaseFormat.openFile(database)));
        IO.println("\none core                    MB/s   limit MB/s   of limit   target");
        row(
                "parse text",
                textMegabytes / parse,
                textMegabytes / scan,
                "200 MB/s of text; limit: looking at every byte");
        row(
                "load database",
                decodedMegabytes / decode,
                decodedMegabytes / copy,
                "500 MB/s of values; limit: filling and copying as many doubles");
    }

    private static void row(String what, double ours, double limit, String target) {
        IO.println(
                "%-22s %9.0f %12.0f %9.0f%%   %s"
                        .formatted(what, ours, limit, 100 * ours / limit, target));
    }

    private static long newlines(byte[] bytes) {
        long count = 0;
        for (byte each : bytes) if (each == '\n') count++;
        return count;
    }

    private static void slices(Path database) throws Exception {
        long size = Files.size(database);
        IO.println("\nslice of the database         bytes read   of the file   CPU ms   target");
        slice(
                database,
                size,
                "1 node x all ranks",
                Slice.everything().withNodes(Selection.of(NODES / 2)),
                "less than 1 %");
        slice(
                database,
                size,
                "1 rank x all nodes",
                Slice.everything().withContexts(Selection.of(RANKS / 2)),
                "");
        slice(database, size, "sums without iterations", Slice.summed(), "");
        slice(database, size, "all", Slice.everything(), "");
    }

    private static void slice(Path database, long size, String what, Slice slice, String target)
            throws Exception {
        long[] read = new long[1];
        double seconds =
                Measured.bestSeconds(
                        7,
                        () -> {
                            try (DatabaseSource source = DatabaseFormat.openFile(database)) {
                                Profile profile = source.load(slice);
                                read[0] = source.bytesRead();
                                return profile;
                            }
                        });
        IO.println(
                "%-26s %13d %12.3f%% %8.2f   %s"
                        .formatted(what, read[0], 100.0 * read[0] / size, seconds * 1e3, target));
    }

    /// 1 M nodes, 65,536 contexts and 10^8 values in memory: how many bytes a value really takes.
    private static void memory() {
        int nodes = 1_000_000;
        int contexts = 65_536;
        int cells = 100_000_000;
        long before = Measured.heapBytes();
        var rows = new SparseRows.Builder(cells, 0);
        int perNode = cells / nodes;
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < perNode; i++) rows.add(i * (contexts / perNode) + node % 64, node);
            rows.endRow();
        }
        var column = treeline.model.MetricColumn.ofNodes(rows.build(), contexts);
        double oneOrder = (double) (Measured.heapBytes() - before) / cells;
        long checksum = column.byContext().cells();
        double bothOrders = (double) (Measured.heapBytes() - before) / cells;
        IO.println("\nmemory: 1,000,000 nodes, 65,536 contexts, %,d values".formatted(checksum));
        IO.println(
                "one order %.2f bytes a value, both orders %.2f; limit 12 and 24 (an int and a double each)"
                        .formatted(oneOrder, bothOrders));
    }
}
