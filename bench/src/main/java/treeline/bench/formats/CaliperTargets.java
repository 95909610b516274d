package treeline.bench.formats;

import treeline.bench.JavaCommand;
import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.bench.SyntheticProfile;
import treeline.formats.caliper.CaliExporter;
import treeline.formats.caliper.CaliFormat;
import treeline.formats.caliper.CaliJsonSplitExporter;
import treeline.formats.caliper.CaliJsonSplitFormat;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

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

    /// Records a CPU second of a Python reader that does what caliper-reader does, on the smallest
    /// of these files: it splits lines character by character, remembers the path of a node and
    /// makes a dictionary of every record.
    private static final double PEER_RECORDS = 45_000;

    private static final int JAVA_MEGABYTES = 50;

    private static final int SPREAD = 64;

    private CaliperTargets() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2 && arguments[0].equals("--load")) {
            Reads.profile(new CaliJsonSplitFormat(), Path.of(arguments[1]));
            System.out.println(Measured.peakMegabytes());
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
            if (!Files.exists(json)) write(size, new CaliJsonSplitExporter(), json);
            print(
                    "json-split " + size.name(),
                    new CaliJsonSplitFormat(),
                    json,
                    size,
                    size.peerRows());
            Path cali = folder.resolve(size.name()).resolve("profile.cali");
            if (!Files.exists(cali)) write(size, new CaliExporter(), cali);
            print(".cali " + size.name(), new CaliFormat(), cali, size, PEER_RECORDS);
        }
        memory(folder);
    }

    /// Hatchet's process holds 81 MB before it reads anything, Java's some 45, so the heap stays
    /// that much below a tenth of Hatchet's peak where it can.
    private static void memory(Path folder) throws Exception {
        System.out.printf(
                "%n%-22s %12s %14s %28s%n",
                "json-split in memory", "peer's peak", "a tenth of it", "ours");
        for (Size size : SIZES) {
            int tenth = size.peerMegabytes() / 10;
            Path file = folder.resolve(size.name()).resolve("profile.json");
            System.out.printf(
                    "%-22s %9d MB %11d MB %28s%n",
                    size.name(),
                    size.peerMegabytes(),
                    tenth,
                    loadedIn(tenth > 2 * JAVA_MEGABYTES ? tenth - JAVA_MEGABYTES : tenth, file));
        }
    }

    private static void write(Size size, ProfileExporter exporter, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        exporter.export(SyntheticProfile.of(size.nodes(), size.ranks(), SPREAD), file);
    }

    private static void print(String what, ProfileFormat format, Path file, Size size, double peer)
            throws Exception {
        int repetitions = Math.max(6, 30_000_000 / size.rows());
        double seconds = Measured.bestSeconds(repetitions, () -> Reads.profile(format, file));
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

    /// What became of a process that loads the file in so much heap.
    private static String loadedIn(int megabytes, Path file) throws Exception {
        List<String> command =
                JavaCommand.of(
                        List.of(
                                "-Xmx%dm".formatted(megabytes),
                                "-Xmn%dm".formatted(Math.max(3, megabytes / 20)),
                                "-XX:+UseSerialGC"),
                        CaliperTargets.class,
                        "--load",
                        file.toString());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String resident =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) return "more than -Xmx%dm".formatted(megabytes);
        return "-Xmx%dm, process %s MB".formatted(megabytes, resident);
    }
}
