package treeline.bench.record.mpi;

import treeline.bench.Reads;
import treeline.bench.record.mpi.OverheadProgram.Plan;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// How much longer does a program take that is recorded, and one that is recorded with snapshots?
/// Table II and figure 8 of the TinyProf paper, on the examples.
///
/// A machine that others use is seldom steady to 1 %, and no two processes are: so each example is
/// one job whose ranks execute it by turns with and without events ([OverheadProgram]). What is
/// told is the median over the pairs, with the interval in which it lies at 95 %: only where both
/// ends are on one side of the target there is a verdict. The target is for 10,000 events a second;
/// of a program that has more of them the part counts that 10,000 would cost. Start and end of a
/// recorder come once in a run and are told apart from it.
final class OverheadTable {
    private static final double EVENTS_PER_SECOND = 10_000;
    private static final double TARGET_PERCENT = 1;
    private static final int RANKS = 2;

    /// Seconds.
    private static final int SHORT_RUN = 10;

    private static final int LONG_RUN = 60;

    private final int pairs;
    private final int snapshots;
    private final List<Program> programs;
    private final Path folder;

    /// @param pairs of executions
    /// @param snapshots that are compared
    /// @param only the programs, by name; all if it is empty
    OverheadTable(int pairs, int snapshots, List<String> only, Path folder) {
        this.pairs = pairs;
        this.snapshots = snapshots;
        this.programs =
                PROGRAMS.stream()
                        .filter(program -> only.isEmpty() || only.contains(program.name))
                        .toList();
        this.folder = folder;
    }

    /// See [Plan].
    private record Program(
            String name, String options, String smallest, String counted, int perSecond) {}

    /// About 10,000 events a second or more.
    private static final List<Program> PROGRAMS =
            List.of(
                    new Program("fft", "--size 64", "--size 2", "repetitions", 590),
                    new Program("closure", "--nodes 400", "--nodes 30", "repetitions", 120),
                    new Program(
                            "jacobi",
                            "--size 112 --repetitions 1",
                            "--size 1 --repetitions 1",
                            "iterations",
                            3300),
                    new Program("figure-two", "--size 10000", "--size 1", "repetitions", 870),
                    new Program("parallel-io", "--patches 1", "--patches 1", "repetitions", 1250));

    /// What a rank runs on: as the guide advises for many on a machine, or as Java comes.
    private enum Jvm {
        SMALL,
        USUAL;

        List<String> command(String... words) {
            return this == SMALL
                    ? Launch.ranks(RANKS, OverheadProgram.class, words)
                    : Launch.ranks(RANKS, List.of(), OverheadProgram.class, words);
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// What the job of a program printed.
    private record Job(Program program, Jvm jvm, String printed, double eventsPerRank) {
        /// The part of each pair that a function takes.
        Sample of(String word, ToDoubleFunction<double[]> part) {
            return new Sample(
                    Launch.lines(printed, word).stream().map(part::applyAsDouble).toList());
        }

        Sample off() {
            return of("on", pair -> pair[0]);
        }

        Sample onPercent() {
            return of("on", pair -> 100 * (pair[1] / pair[0] - 1));
        }

        /// As a part of the time, which is longer than the CPU time where ranks wait.
        Sample onCpuPercent() {
            return of("on", pair -> 100 * (pair[3] - pair[2]) / RANKS / pair[0]);
        }

        double eventsPerSecond() {
            return eventsPerRank / off().median();
        }

        /// Of what was measured, what the target is for.
        double share() {
            return Math.min(1, EVENTS_PER_SECOND / eventsPerSecond());
        }

        /// The time of a snapshot as a part of the time from one to the next.
        Sample snapshotPercent(String word, double apart) {
            return of(word, pair -> 100 * (pair[1] - pair[0]) / apart);
        }

        Sample snapshotCpuPercent(double apart) {
            return of("snapshots", pair -> 100 * pair[2] / RANKS / apart);
        }

        /// None where all of them came so late that there is nothing to compare them with.
        String firstSnapshots(double apart) {
            return Launch.lines(printed, "early").isEmpty()
                    ? "none"
                    : "%+.2f".formatted(snapshotPercent("early", apart).median());
        }

        String title() {
            return "%-11s %s".formatted(program.name, jvm.word());
        }
    }

    void print() throws IOException, InterruptedException {
        List<Job> jobs = printEvents();
        Print.line(
                "  targets: recorded < %.0f %% at %,.0f events/s/rank, snapshots < %.0f %% more;"
                    + " beside TinyProf's 0.10 to 0.23 %% (1.47 %% with dumps), Caliper's 53.8 %%"
                    + " and 859 %%",
                TARGET_PERCENT, EVENTS_PER_SECOND, TARGET_PERCENT);
        Print.line(
                "%nStart + end of a recorder, once a run: the first of its processes, and in the"
                        + " median later ones");
        for (Job job : jobs) printStartAndEnd(job);
    }

    private List<Job> printEvents() throws IOException, InterruptedException {
        Print.line(
                "%nOverhead on the examples, %d MPI ranks, median [95 %% interval] of %d pairs of"
                        + " executions, the recorder paused and recording",
                RANKS, pairs);
        Print.line(
                "  small: JVMs as the guide advises for many ranks; usual: without options; CPU:"
                    + " what the threads that record take more, as a part of the time; at 10,000/s:"
                    + " the part of so many events");
        Print.line(
                "  snapshots: %d of them, at 10,000 events/s, when 200 have been there before,"
                    + " executions during one beside as many halfway to the snapshots before and"
                    + " after; as usual: one that takes more than 1 %% of the time makes the next"
                    + " wait; the first: five, while Java compiles their code beside the program",
                snapshots);
        Print.line(
                "                     paused (spread)  events/s/rank   time, %% more            "
                        + "CPU, %% more             time at 10,000/s, %% more           CPU at"
                        + " 10,000/s, %% more");
        List<Job> jobs = new ArrayList<>();
        for (Program program : programs)
            for (Jvm jvm : Jvm.values()) {
                Job job = job(program, jvm, pairs, SHORT_RUN);
                jobs.add(job);
                printEvents(job);
                printSnapshots(job);
            }
        return jobs;
    }

    private static void printEvents(Job job) {
        Sample off = job.off();
        Print.line(
                "  %s  %5.1f ms (%4.1f %%)  %9.0f    %s   %s   %s   %s",
                job.title(),
                1e3 * off.median(),
                100 * off.spread() / off.median(),
                job.eventsPerSecond(),
                measured(job.onPercent(), 1),
                measured(job.onCpuPercent(), 1),
                judged(job.onPercent(), job.share()),
                judged(job.onCpuPercent(), job.share()));
    }

    private static void printSnapshots(Job job) throws IOException {
        double asked = OverheadProgram.ASKED_SECONDS;
        double apart = Launch.numbers(job.printed, "apart")[0];
        Print.line(
                "      snapshots every %.0f s   time, %% more %s   CPU of their threads, %% of the"
                        + " time %s   as usual, %.1f s apart   time, %% more %s   the first of the"
                        + " process %s",
                asked,
                judged(job.snapshotPercent("snapshots", asked), 1),
                judged(job.snapshotCpuPercent(asked), 1),
                apart,
                judged(job.snapshotPercent("snapshots", apart), 1),
                job.firstSnapshots(asked));
    }

    private void printStartAndEnd(Job job) throws IOException, InterruptedException {
        double[] again = Launch.numbers(job.printed, "again");
        Job longer = job(job.program, job.jvm, 0, LONG_RUN);
        Print.line(
                "  %s  after %d s %s   after %d s %s   later %.0f + %.0f ms",
                job.title(),
                SHORT_RUN,
                startAndEnd(Launch.numbers(job.printed, "first"), SHORT_RUN),
                LONG_RUN,
                startAndEnd(Launch.numbers(longer.printed, "first"), LONG_RUN),
                1e3 * again[0],
                1e3 * again[1]);
    }

    private Job job(Program program, Jvm jvm, int jobPairs, int earlierSeconds)
            throws IOException, InterruptedException {
        Path output = folder.resolve(program.name);
        Plan plan =
                new Plan(
                        program.name,
                        output.toString(),
                        jobPairs,
                        snapshots,
                        earlierSeconds,
                        program.options,
                        program.smallest,
                        program.counted,
                        program.perSecond);
        String printed = Launch.output(jvm.command(plan.words()), Map.of());
        return new Job(program, jvm, printed, eventsPerRank(output));
    }

    private static double eventsPerRank(Path recording) throws IOException {
        Profile profile = Reads.profile(new DatabaseFormat(), recording);
        SparseRows calls = profile.column("calls").byContext();
        double events = 0;
        for (int cell = 0; cell < calls.cells(); cell++) events += calls.value(cell);
        return events / RANKS;
    }

    private static String measured(Sample percents, double share) {
        Sample.Interval sure = percents.medianInterval();
        return "%+5.2f [%+5.2f, %+5.2f]"
                .formatted(share * percents.median(), share * sure.from(), share * sure.to());
    }

    private static String judged(Sample percents, double share) {
        Sample.Interval sure = percents.medianInterval();
        return "%s %-9s".formatted(measured(percents, share), verdict(sure, share));
    }

    private static String verdict(Sample.Interval percent, double share) {
        if (share * percent.to() < TARGET_PERCENT) return "met";
        return share * percent.from() > TARGET_PERCENT ? "NOT MET" : "not shown";
    }

    private static String startAndEnd(double[] startAndEnd, int seconds) {
        return "%4.0f + %3.0f ms (%4.2f %%)"
                .formatted(
                        1e3 * startAndEnd[0],
                        1e3 * startAndEnd[1],
                        100 * (startAndEnd[0] + startAndEnd[1]) / seconds);
    }
}
