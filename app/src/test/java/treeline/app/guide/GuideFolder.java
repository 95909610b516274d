package treeline.app.guide;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.ranks.InProcessRanks;
import treeline.source.ProfileFormat;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// A folder in which the examples of the documentation work as they stand: every file that they
/// name is there, recorded by a program of ours. Formats are recognised by their content, so that a
/// file called `.cali` may be a database.
public record GuideFolder(Path path) {
    private static final int RANKS = 40;
    private static final String METRICS =
            "tag:0;bytes:1;topdown.retiring:1;topdown.frontend_bound:1;topdown.backend_bound:1;topdown.bad_speculation:1";

    /// A run with traces, which no format that we write has.
    private static final String MEASURED =
            """
            path        rank0  rank1
            main            1      1
            main/solve     50     60
            main/io         9      -
            trace 0 60 0 0 5 1 11 2 30 1
            trace 1 60 0 1
            """;

    static GuideFolder recordedIn(Path path) throws IOException {
        var folder = new GuideFolder(path);
        for (String run :
                List.of("out", "treeline-recording", "jacobi-recording", "before", "after"))
            folder.record(run, RANKS, "gcc", 0);
        Path recorded = path.resolve("out/part-000.tldb");
        for (String file : List.of("run.tldb", "old.tldb", "new.tldb", "before.tldb", "after.tldb"))
            Files.copy(recorded, path.resolve(file));
        Files.copy(recorded, path.resolve("run.cali"));
        Files.writeString(path.resolve("measured.d"), MEASURED);
        folder.recordManyRuns();
        folder.copyRuns();
        folder.run("convert", "run.tldb", "runs/fpp", "--to", "database", "--parts", "2");
        try (Stream<Path> parts = Files.list(path.resolve("runs/fpp"))) {
            for (Path part : parts.sorted().toList())
                Files.copy(part, path.resolve("run-" + part.getFileName() + ".cali"));
        }
        folder.recordBuilds();
        folder.recordScaling();
        folder.archiveBuilds();
        folder.archiveHistory();
        folder.run("demo", path.resolve("treeline-demo").toString());
        return folder;
    }

    /// Only what models and trends are made from.
    public static GuideFolder historiesIn(Path path) {
        var folder = new GuideFolder(path);
        folder.recordScaling();
        folder.archiveHistory();
        return folder;
    }

    /// Five runs of each of three builds: as before, the same again, and with a sweep that is a
    /// third slower.
    private void recordBuilds() {
        for (String build : List.of("old", "same", "slower"))
            for (int run = 0; run < 5; run++)
                recordBuild("builds/%s/%d".formatted(build, run), build.equals("slower"), run);
    }

    private void recordBuild(String output, boolean slower, int run) {
        var random = new Random(output.hashCode());
        long[] now = {0};
        RecorderOptions options =
                RecorderOptions.builder(path.resolve(output).toString())
                        .clock(() -> now[0])
                        .metadata("run", Integer.toString(run))
                        .build();
        try (Recorder _ = Recorder.start(options);
                Event _ = Recorder.event("main")) {
            for (String name : List.of("halo", "sweep", "residual"))
                try (Event _ = Recorder.event(name)) {
                    double level = name.equals("sweep") ? slower ? 130 : 100 : 20;
                    now[0] += (long) (1e6 * level * (1 + 0.01 * random.nextGaussian()));
                }
        }
    }

    /// Three runs of each of six numbers of ranks: a sweep that scales, an exchange that grows.
    private void recordScaling() {
        for (int ranks = 2; ranks <= 64; ranks *= 2)
            for (int trial = 0; trial < 3; trial++) {
                String name = "jacobi/jacobi-%d-%d".formatted(ranks, trial);
                recordScaling(name, ranks);
                run("convert", name, name + ".cali", "--to", "database");
            }
    }

    private void recordScaling(String output, int ranks) {
        var random = new Random(output.hashCode());
        long[] now = {0};
        RecorderOptions options =
                RecorderOptions.builder(path.resolve(output).toString())
                        .clock(() -> now[0])
                        .metadata("ranks", Integer.toString(ranks))
                        .build();
        try (Recorder _ = Recorder.start(options);
                Event _ = Recorder.event("main")) {
            try (Event _ = Recorder.event("sweep")) {
                now[0] += (long) (64e9 / ranks * (1 + 0.01 * random.nextGaussian()));
            }
            try (Event _ = Recorder.event("exchange")) {
                now[0] += (long) (0.1e9 * Math.sqrt(ranks) * (1 + 0.01 * random.nextGaussian()));
            }
        }
    }

    /// Ten builds of a branch, two runs each.
    private void archiveBuilds() {
        for (int build = 0; build < 10; build++)
            for (int trial = 0; trial < 2; trial++)
                run(
                        "archive",
                        "add",
                        "runs/gcc-64-%d.tldb".formatted(trial),
                        "--archive",
                        path.resolve("perf").toString(),
                        "--branch",
                        "main",
                        "--commit",
                        "%da91c".formatted(build),
                        "--time",
                        "2026-11-1%dT12:00:00Z".formatted(build));
    }

    /// Twenty builds: the solver is a tenth slower from the twelfth on, the exchange has one bad
    /// run, and output begins with the fifth.
    private void archiveHistory() {
        var random = new Random(1);
        for (int build = 0; build < 20; build++) {
            String name = "history/%02d".formatted(build);
            recordHistory(name, build, random);
            run(
                    "archive",
                    "add",
                    path.resolve(name).toString(),
                    "--archive",
                    path.resolve("nightly").toString(),
                    "--branch",
                    "main",
                    "--commit",
                    "c%02d".formatted(build),
                    "--time",
                    "2026-11-%02dT12:00:00Z".formatted(build + 1));
        }
    }

    private void recordHistory(String output, int build, Random random) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("solve", build < 12 ? 10.0 : 11.0);
        seconds.put("exchange", build == 7 ? 6.0 : 4.0);
        if (build >= 5) seconds.put("output", 2.0);
        long[] now = {0};
        RecorderOptions options =
                RecorderOptions.builder(path.resolve(output).toString())
                        .clock(() -> now[0])
                        .build();
        try (Recorder _ = Recorder.start(options);
                Event _ = Recorder.event("main")) {
            seconds.forEach(
                    (name, taken) -> {
                        try (Event _ = Recorder.event(name)) {
                            now[0] += (long) (1e9 * taken * (1 + 0.01 * random.nextGaussian()));
                        }
                    });
        }
    }

    private void copyRuns() throws IOException {
        for (int ranks : List.of(27, 64))
            Files.copy(path.resolve("runs/gcc-64-0.cali"), path.resolve(ranks + ".json"));
        for (String when : List.of("old", "new")) {
            Files.createDirectories(path.resolve(when));
            for (int trial = 0; trial < 2; trial++)
                Files.copy(
                        path.resolve("runs/gcc-64-%d.cali".formatted(trial)),
                        path.resolve("%s/%d.cali".formatted(when, trial)));
        }
    }

    private void recordManyRuns() throws IOException {
        for (String many : List.of("runs", "quartz/all", "lulesh_strong")) {
            Files.createDirectories(path.resolve(many));
            for (String compiler : List.of("gcc", "clang"))
                for (int ranks : List.of(64, 128))
                    for (int trial = 0; trial < 2; trial++) {
                        String name = "%s/%s-%d-%d".formatted(many, compiler, ranks, trial);
                        record(name, ranks, compiler, trial);
                        for (String ending : List.of(".cali", ".tldb"))
                            run("convert", name, name + ending, "--to", "database");
                    }
        }
    }

    /// A program with some ranks, of which every eighth works longer, and a clock that goes on by a
    /// step with every look.
    private void record(String output, int ranks, String compiler, int trial) {
        InProcessRanks.run(
                ranks,
                rank -> {
                    RecorderOptions options =
                            RecorderOptions.builder(path.resolve(output).toString())
                                    .metrics(METRICS)
                                    .metadata("compiler", compiler)
                                    .metadata(
                                            "compiler_flags",
                                            compiler.equals("gcc") ? "-O2" : "-O3")
                                    .metadata("jobsize", "343")
                                    .clock(clock(rank.rank() % 8 + 10 + trial))
                                    .build();
                    try (Recorder _ = Recorder.start(options, rank)) {
                        solve(rank.rank());
                    }
                });
    }

    private static LongSupplier clock(long step) {
        long[] now = {0};
        return () -> now[0] += step * 10_000_000;
    }

    private static void solve(int rank) {
        try (Event _ = Recorder.event("main")) {
            for (int i = 0; i < 5; i++)
                try (Event event = Recorder.event("step", Loop.EACH, i).put("tag", "COMP")) {
                    event.add("bytes", 100.0 * (rank + 1));
                    for (int k = 0; k <= i; k++) Recorder.event("stencil").close();
                }
            try (Event solve = Recorder.event("solve")) {
                topDown(solve, rank);
                for (String name : List.of("MPI_Wait", "MPI_Send", "PMPI_Send"))
                    try (Event event = Recorder.event(name).put("tag", "COMM")) {
                        topDown(event, rank);
                        event.add("bytes", 8.0 * name.length());
                    }
            }
            try (Event event = Recorder.event("io").put("tag", "IO")) {
                event.add("bytes", 4000);
            }
        }
    }

    private static void topDown(Event event, int rank) {
        event.add("topdown.retiring", 0.5 + rank % 2 * 0.1);
        event.add("topdown.frontend_bound", 0.1);
        event.add("topdown.backend_bound", 0.3 - rank % 2 * 0.1);
        event.add("topdown.bad_speculation", 0.1);
    }

    /// The files that a pattern matches, as a shell would give them.
    List<String> expanded(String word) {
        int slash = word.lastIndexOf('/') + 1;
        if (word.indexOf('*', slash) < 0) return List.of(word);
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(
                        path.resolve(word.substring(0, slash)), word.substring(slash))) {
            for (Path file : files) found.add(path.relativize(file).toString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return found;
    }

    /// Runs a command line in this folder.
    public Session.Answer run(String... words) {
        return session().run(inFolder(List.of(words)));
    }

    /// Runs a command that serves until it is ended.
    Session.Answer runUntil(String said, List<String> words) throws InterruptedException {
        return session().runUntil(said, inFolder(words));
    }

    private static Session session() {
        Formats all = Formats.all();
        List<ProfileFormat> readable = new ArrayList<>(all.readable());
        readable.add(new DrawnFormat());
        return new Session(new Formats(readable, all.writable()), Session.PLAIN);
    }

    private String[] inFolder(List<String> words) {
        return words.stream().map(this::inFolder).toArray(String[]::new);
    }

    /// A word that names a file here, or one that a command is to write. Commands run in the folder
    /// of the process, which a test cannot change.
    private String inFolder(String word) {
        String first = word.replaceFirst("/.*", "");
        boolean isHere = !first.isEmpty() && Files.exists(path.resolve(first));
        boolean isFile =
                word.matches(
                                "[\\w*/.-]+\\.(arrow|tldb|tltext|cali|csv|html|json|md|parquet|png|svg|xml)")
                        || word.equals("parts");
        return isHere || isFile ? path.resolve(word).toString() : word;
    }
}
