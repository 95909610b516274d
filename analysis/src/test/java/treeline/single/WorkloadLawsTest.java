package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Locations;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Which ranks are slow, and by how much, does not change by what does not matter: idle helper
/// threads, idle streams, an empty metric, the order of ranks, the unit of time.
class WorkloadLawsTest {
    private static final int RUNS = 2000;
    private static final List<String> NAMES =
            List.of("main", "solve", "MPI_Barrier", "MPI_Send", "fwrite", "cudaDeviceSynchronize");

    /// Seconds of each name by rank.
    private static final class Drawn {
        private final double[][] seconds;

        private Drawn(double[][] seconds) {
            this.seconds = seconds;
        }

        static Drawn of(Random random) {
            int ranks = random.nextInt(2, 7);
            double[][] seconds = new double[ranks][NAMES.size()];
            for (double[] rank : seconds)
                for (int name = 0; name < rank.length; name++)
                    rank[name] = random.nextInt(4) == 0 ? 0 : random.nextInt(1, 1 << 10) / 64.0;
            return new Drawn(seconds);
        }

        double longest() {
            double longest = 0;
            for (double[] rank : seconds) longest = Math.max(longest, Arrays.stream(rank).sum());
            return longest;
        }
    }

    /// A run to which something may be added.
    private static final class Built {
        private final ProfileBuilder builder = new ProfileBuilder();
        private final int time;
        private final Drawn drawn;

        /// @param rankOf the number of each drawn rank
        Built(Drawn drawn, int[] rankOf, double factor) {
            this.drawn = drawn;
            time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
            for (int rank = 0; rank < rankOf.length; rank++) {
                int context = builder.context(thread(rankOf[rank], 0));
                for (int name = 0; name < NAMES.size(); name++)
                    add(context, NAMES.get(name), drawn.seconds[rank][name] * factor);
            }
        }

        static Built of(Drawn drawn) {
            return new Built(drawn, IntStream.range(0, drawn.seconds.length).toArray(), 1);
        }

        private void add(int context, String name, double seconds) {
            builder.add(
                    time,
                    context,
                    builder.child(ProfileBuilder.ROOT, Frame.function(name)),
                    seconds);
        }

        Built withHelpers(Random random) {
            for (int rank = 0; rank < drawn.seconds.length; rank++)
                for (int helper = random.nextInt(3); helper > 0; helper--)
                    add(
                            builder.context(thread(rank, helper)),
                            "pthread_cond_wait",
                            drawn.longest());
            return this;
        }

        Built withStream() {
            Context stream = new Context("", 0, Context.NONE, 7, Context.NONE);
            builder.add(
                    time,
                    builder.context(stream),
                    builder.child(ProfileBuilder.ROOT, Frame.function("gemm")),
                    1000);
            return this;
        }

        Built withEmptyMetric() {
            builder.metric(new Metric("bytes", Unit.BYTES, Metric.Scope.EXCLUSIVE));
            return this;
        }

        private static Context thread(int rank, int thread) {
            return new Context("", rank, thread, Context.NONE, Context.NONE);
        }

        Workload workload() {
            Profile run = builder.build();
            return Workload.of(
                    run,
                    run.metric("time"),
                    Locations.of(run.contexts(), Locations.By.RANK),
                    Accounts.of(run.outline()));
        }
    }

    /// Excess and waiting of the others by rank number.
    private static TreeMap<Integer, double[]> slow(Workload workload) {
        var slow = new TreeMap<Integer, double[]>();
        for (Workload.Slow each : workload.slow())
            slow.put(
                    workload.places().place(each.place()).rank(),
                    new double[] {each.excess(), each.othersWait(), each.worstExcess()});
        return slow;
    }

    private static void requireSame(
            TreeMap<Integer, double[]> found, TreeMap<Integer, double[]> expected, String what) {
        assertThat(found.keySet()).as(what).isEqualTo(expected.keySet());
        found.forEach(
                (rank, values) ->
                        assertThat(values)
                                .as(what)
                                .containsExactly(expected.get(rank), within(1e-9)));
    }

    @Test
    void whatDoesNotMatterChangesNothing() {
        var random = new Random(50);
        int any = 0;
        for (int run = 0; run < RUNS; run++) {
            Drawn drawn = Drawn.of(random);
            TreeMap<Integer, double[]> expected = slow(Built.of(drawn).workload());
            any += expected.size();
            requireSame(
                    slow(Built.of(drawn).withHelpers(random).workload()),
                    expected,
                    "run %d, helper threads".formatted(run));
            requireSame(
                    slow(Built.of(drawn).withStream().workload()),
                    expected,
                    "run %d, a stream".formatted(run));
            requireSame(
                    slow(Built.of(drawn).withEmptyMetric().workload()),
                    expected,
                    "run %d, an empty metric".formatted(run));
        }
        assertThat(any).isGreaterThan(RUNS);
    }

    @Test
    void ranksMayHaveOtherNumbersAndTimesAnotherUnit() {
        var random = new Random(51);
        for (int run = 0; run < RUNS; run++) {
            Drawn drawn = Drawn.of(random);
            TreeMap<Integer, double[]> expected = slow(Built.of(drawn).workload());
            int last = drawn.seconds.length - 1;
            int[] reversed = IntStream.rangeClosed(0, last).map(rank -> last - rank).toArray();
            var turned = new TreeMap<Integer, double[]>();
            slow(new Built(drawn, reversed, 2).workload())
                    .forEach(
                            (rank, values) ->
                                    turned.put(
                                            last - rank,
                                            Arrays.stream(values).map(each -> each / 2).toArray()));
            requireSame(turned, expected, "run %d".formatted(run));
        }
    }
}
