package treeline.bench.record.mpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The benchmark peer Caliper. If it is installed, its runs alternate with Treeline's; otherwise
/// recorded results are used.
///
/// The environment variable `TREELINE_CALIPER_BENCH` names a program that runs Caliper in these
/// three ways. Its output may contain other lines, and one line that begins with the word of the
/// call:
///
/// | call | what it does | prints |
/// |---|---|---|
/// | `pair DEPTH` | begins and ends the innermost of DEPTH (1, 4) regions with hatchet-region-profile | `pair MIN MEDIAN` in nanoseconds |
/// | `output sum RANKS FOLDER` | starts that many ranks by itself, with the 50 regions of [OutputProgram] in 100 iterations, and flushes once | `output SECONDS BYTES`: of the flush between two barriers on the slowest rank, and of all .cali files |
/// | `output iter RANKS FOLDER` | the same with every iteration kept, as a region `iter_N` | the same |
/// | `read FOLDER` | `cali-query -q "select count()"` on what `output iter` left there | `read SECONDS` of the whole process |
record Caliper(Optional<String> program) {
    static final String VARIABLE = "TREELINE_CALIPER_BENCH";

    /// Of Caliper 2.15.0-dev (74e48659, 2026-01-28) with Open MPI 4.1.4 on a virtual machine with 2
    /// cores that others used too.
    private static final String RECORDED = "recorded figures of Caliper 2.15 on 2 shared cores";

    /// What was recorded of an output: milliseconds, and bytes (of sums with 32 ranks only).
    private record Recorded(double medianMillis, double minMillis, double bytesPerRank) {}

    static Caliper ofEnvironment() {
        return new Caliper(
                Optional.ofNullable(System.getenv(VARIABLE)).filter(name -> !name.isBlank()));
    }

    /// Run by that program.
    static Caliper by(Path program) {
        return new Caliper(Optional.of(program.toString()));
    }

    static Caliper asRecorded() {
        return new Caliper(Optional.empty());
    }

    boolean isInstalled() {
        return program.isPresent();
    }

    /// Where the figures come from, for the head of a table.
    String origin() {
        return program.map(name -> "Caliper in the same run, by " + name)
                .orElse("%s (%s is not set)".formatted(RECORDED, VARIABLE));
    }

    /// Nanoseconds of a pair.
    Sample pair(int depth) throws IOException, InterruptedException {
        if (isInstalled()) return Sample.of(run("pair", "pair", Integer.toString(depth)));
        return depth == 1 ? Sample.of(348, 465, 626) : Sample.of(344, 574, 639);
    }

    /// Seconds and bytes per rank of an output; one run where Caliper is installed.
    Output output(Mode mode, int ranks, Path folder) throws IOException, InterruptedException {
        if (!isInstalled()) return recorded(mode, ranks);
        double[] printed =
                run("output", "output", mode.word(), Integer.toString(ranks), folder.toString());
        return new Output(Sample.of(printed[0]), printed[1] / ranks);
    }

    private static Output recorded(Mode mode, int ranks) {
        Recorded known =
                switch (mode) {
                    case SUM ->
                            ranks <= 16
                                    ? new Recorded(90, 46, 2_766)
                                    : new Recorded(204, 81, 2_766);
                    case ITER ->
                            ranks <= 16
                                    ? new Recorded(2_463, 2_180, 283_750)
                                    : new Recorded(6_674, 2_414, 276_742);
                };
        double median = known.medianMillis / 1e3;
        double min = known.minMillis / 1e3;
        return new Output(Sample.of(min, median, median), known.bytesPerRank);
    }

    /// Seconds of reading back and counting the records of the iterations of 32 ranks.
    Sample read(Path folder) throws IOException, InterruptedException {
        if (isInstalled()) return Sample.of(run("read", "read", folder.toString())[0]);
        return Sample.of(0.208, 0.273, 0.273);
    }

    private double[] run(String word, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(program.orElseThrow()));
        command.addAll(List.of(arguments));
        return Launch.numbers(Launch.output(command, Map.of()), word);
    }

    /// What the end of a recording took and left.
    record Output(Sample seconds, double bytesPerRank) {}
}
