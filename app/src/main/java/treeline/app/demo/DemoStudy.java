package treeline.app.demo;

import treeline.archive.Archive;
import treeline.archive.RunLabel;
import treeline.model.Profile;
import treeline.runs.RunCopies;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// The files of the demo next to the recorded run: the data of every example in the documentation.
/// All clocks but those of `service.jfr` and `ring` are simulated, and the metadata says so.
///
/// @param database exporter of `.tldb` files
public record DemoStudy(Path folder, ProfileExporter database) {
    /// The recorded heat program.
    public static final String RUN = "run.tldb";

    private static final String BEFORE = "before.tldb";
    private static final String AFTER = "after.tldb";
    private static final String ENSEMBLE = "runs";
    private static final String SCALING = "scaling";
    private static final String BUILDS = "builds";
    private static final String HISTORY = "history";
    private static final String ARCHIVE = "perf";
    private static final String TRACE = "trace.json";
    private static final String SERVICE = "service.jfr";
    private static final String RING = "ring";

    private static final int TRIALS = 3;
    private static final int MAX_RANKS = 64;
    private static final int RUNS_PER_BUILD = 5;
    private static final int NIGHTS = 20;

    /// A file or folder of the study and a sentence about it.
    public record Entry(String name, String description) {}

    /// The files of the study, in the order in which a reader meets them.
    public static List<Entry> entries() {
        return List.of(
                new Entry(RUN, "the heat program, recorded just now: 16 ranks, 3 repetitions"),
                new Entry(
                        BEFORE + ", " + AFTER,
                        "the heat program before and after a change; simulated clock"),
                new Entry(
                        ENSEMBLE + "/",
                        "12 runs: gcc and clang, 64 and 128 ranks, 3 trials; simulated clock"),
                new Entry(SCALING + "/", "18 runs of 2 to 64 ranks, 3 trials; simulated clock"),
                new Entry(BUILDS + "/", "3 builds, 5 runs each; simulated clock"),
                new Entry(HISTORY + "/", "20 nightly runs of branch main; simulated clock"),
                new Entry(ARCHIVE + "/", "an archive of the nightly runs"),
                new Entry(TRACE, "a training program and its GPU, Chrome trace; simulated clock"),
                new Entry(
                        RING + "/",
                        "an MPI program of 8 ranks with its trace, recorded by the native"
                                + " recorder"),
                new Entry(
                        SERVICE, "a small JVM service, recorded just now by JDK Flight Recorder"));
    }

    /// Names of all files and folders that the study writes into its folder.
    public static Set<String> names() {
        return Stream.of(
                        RUN, BEFORE, AFTER, ENSEMBLE, SCALING, BUILDS, HISTORY, ARCHIVE, TRACE,
                        SERVICE, RING)
                .collect(Collectors.toSet());
    }

    /// Writes all files that are the same every time: those with simulated clocks, and `ring`.
    public void writeSimulated() throws IOException {
        write(BEFORE, SimulatedHeat.before().profile());
        write(AFTER, SimulatedHeat.after().profile());
        writeEnsemble();
        writeScaling();
        writeBuilds();
        writeHistory();
        CompleteFile.write(folder.resolve(TRACE), GpuTrace.json());
        writeRing();
    }

    /// Writes the recording of `native/examples/ring.c` with 8 ranks, which needs MPI.
    private void writeRing() throws IOException {
        try (var zip =
                new ZipInputStream(
                        Objects.requireNonNull(DemoStudy.class.getResourceAsStream("ring.zip")))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = folder.resolve(entry.getName());
                if (entry.isDirectory()) Files.createDirectories(file);
                else CompleteFile.write(file, zip.readAllBytes());
            }
        }
    }

    /// Runs the service for two seconds and writes its recording.
    public void recordService() throws IOException {
        OrderService.record(folder.resolve(SERVICE));
    }

    private void writeEnsemble() throws IOException {
        for (String compiler : List.of("gcc", "clang"))
            for (int ranks : List.of(64, 128))
                for (int trial = 0; trial < TRIALS; trial++) {
                    var run = new SimulatedHydro(compiler, ranks, trial);
                    write("%s/%s.tldb".formatted(ENSEMBLE, run.name()), run.profile());
                }
    }

    private void writeScaling() throws IOException {
        for (int ranks = 2; ranks <= MAX_RANKS; ranks *= 2)
            for (int trial = 0; trial < TRIALS; trial++) {
                SimulatedJacobi run = SimulatedJacobi.scaling(ranks, trial);
                write("%s/%s.tldb".formatted(SCALING, run.name()), run.profile());
            }
    }

    private void writeBuilds() throws IOException {
        for (String build : List.of("old", "same", "slower"))
            for (int trial = 0; trial < RUNS_PER_BUILD; trial++)
                write(
                        "%s/%s/%d.tldb".formatted(BUILDS, build, trial),
                        SimulatedJacobi.build(build, trial).profile());
    }

    /// Runs that the archive has already, from an earlier demo, are not added again.
    private void writeHistory() throws IOException {
        Archive archive = Archive.atOrNew(folder.resolve(ARCHIVE));
        Set<String> known = archive.fingerprints().keySet();
        for (int night = 0; night < NIGHTS; night++) {
            SimulatedJacobi run = SimulatedJacobi.nightly(night);
            Profile profile = run.profile();
            write(run.name() + ".tldb", profile);
            Optional<String> content = RunCopies.fingerprint(profile);
            if (content.filter(known::contains).isEmpty())
                archive.add(profile, RunLabel.of(profile.metadata(), Instant.EPOCH));
        }
    }

    private void write(String name, Profile profile) throws IOException {
        Path file = folder.resolve(name);
        Path directory = file.getParent();
        if (directory != null) Files.createDirectories(directory);
        database.export(profile, file);
    }
}
