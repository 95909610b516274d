package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A verdict agrees with its own numbers. The test draws random runs and adds up by itself, from
/// what it drew, how long threads did what.
class VerdictLawsTest {
    private static final int RUNS = 2000;
    private static final Pattern PERCENT = Pattern.compile("(?:(less than) )?(\\d+(?:\\.\\d+)?) %");

    private enum Kind {
        COMPUTES("solve", "assemble", "Svc.update"),
        COMMUNICATES("MPI_Allreduce", "gloo:all_reduce", "ncclAllGather", "shmem_put64"),
        LAUNCHES("cudaLaunchKernel"),
        COPIES("hipMemcpy"),
        ALLOCATES("cudaMalloc", "hipFree"),
        STARTS_DEVICE("cudaDeviceGetStreamPriorityRange"),
        SYNCHRONISES("cudaDeviceSynchronize", "hipStreamSynchronize"),
        FILES("fwrite", "H5Dread"),
        LOADS("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"),
        WAITS("GOMP_barrier", "pthread_mutex_lock"),
        STARTS("MPI_Init"),
        IDLE("<omp idle>");

        private final String names;

        Kind(String... names) {
            this.names = String.join(",", names);
        }

        String any(Random random) {
            List<String> all = List.of(names.split(","));
            return all.get(random.nextInt(all.size()));
        }
    }

    /// A random run and what was drawn.
    private record Run(Profile profile, Map<Kind, Double> seconds, int ranks) {
        double active() {
            return seconds.entrySet().stream()
                    .filter(each -> each.getKey() != Kind.IDLE)
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }

        double share(Kind kind) {
            return seconds.getOrDefault(kind, 0.0) / active();
        }
    }

    private static Run draw(Random random) {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int ranks = 1 + random.nextInt(3);
        Map<Kind, Double> seconds = new TreeMap<>();
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int rank = 0; rank < ranks; rank++) {
            int context =
                    builder.context(
                            new Context("", rank, Context.NONE, Context.NONE, Context.NONE));
            builder.add(time, context, main, 1e-3);
            seconds.merge(Kind.COMPUTES, 1e-3, Double::sum);
            for (Kind kind : Kind.values()) {
                if (random.nextInt(3) == 0) continue;
                String name = kind.any(random);
                double value = Math.pow(random.nextDouble(), 3) * 100;
                builder.add(time, context, builder.child(main, Frame.function(name)), value);
                seconds.merge(kind, value, Double::sum);
            }
        }
        return new Run(builder.build(), seconds, ranks);
    }

    private static Verdict verdict(Run run, List<GpuUtilisation> devices) {
        ReportMetrics metrics = ReportMetrics.of(run.profile().outline());
        Breakdown breakdown =
                Breakdown.of(
                        run.profile().outline(),
                        metrics,
                        metric -> Numbers.of(run.profile(), metric),
                        Reduction.SUM);
        return Verdict.of(
                new Verdict.Evidence(
                        breakdown,
                        metrics,
                        metric -> Numbers.of(run.profile(), metric),
                        Reduction.SUM,
                        run.ranks(),
                        DeviceBusy.of(devices, breakdown, metrics, run.profile().contexts()),
                        OptionalDouble.empty(),
                        java.util.Optional.empty(),
                        Optional.empty(),
                        Optional::empty));
    }

    @Test
    void everyBoundIsWhatTheDrawnTimesAndTheBusyDeviceSay() {
        Random random = new Random(35);
        Map<Bottleneck, Integer> seen = new TreeMap<>();
        for (int i = 0; i < RUNS; i++) {
            Run run = draw(random);
            boolean traced = random.nextInt(4) > 0;
            long busy = random.nextInt(1001);
            List<GpuUtilisation> devices =
                    traced
                            ? List.of(new GpuUtilisation("rank 0", "", 1, busy, 1000 - busy, 0))
                            : List.of();
            Verdict verdict = verdict(run, devices);
            seen.merge(verdict.bound(), 1, Integer::sum);
            check(run, traced ? busy / 1000.0 : Double.NaN, verdict);
        }
        assertThat(seen.keySet())
                .contains(
                        Bottleneck.COMPUTE,
                        Bottleneck.COMMUNICATION,
                        Bottleneck.IO,
                        Bottleneck.INPUT,
                        Bottleneck.GPU,
                        Bottleneck.LAUNCH,
                        Bottleneck.COPY,
                        Bottleneck.DEVICE_MEMORY,
                        Bottleneck.DEVICE_START_UP,
                        Bottleneck.MIXED,
                        Bottleneck.UNKNOWN);
    }

    private static void check(Run run, double busy, Verdict verdict) {
        String text = verdict.sentence().text();
        switch (verdict.bound()) {
            case COMPUTE -> {
                assertThat(run.share(Kind.COMPUTES)).as(text).isGreaterThanOrEqualTo(0.6);
                assertThat(busy >= 0.5).as(text).isFalse();
                for (Kind loss : losses())
                    assertThat(competing(run, loss, busy)).as(text).isLessThan(0.3);
            }
            case COMMUNICATION -> assertLargest(run, Kind.COMMUNICATES, busy, text);
            case INPUT -> assertLargest(run, Kind.LOADS, busy, text);
            case IO -> assertLargest(run, Kind.FILES, busy, text);
            case GPU -> {
                assertThat(busy).as(text).isGreaterThanOrEqualTo(0.5);
                assertStated(text, busy);
            }
            case LAUNCH -> {
                assertThat(busy).as(text).isLessThan(0.5);
                assertThat(run.share(Kind.LAUNCHES)).as(text).isGreaterThanOrEqualTo(0.3);
                assertStated(text, run.share(Kind.LAUNCHES));
            }
            case COPY -> assertLargest(run, Kind.COPIES, busy, text);
            case DEVICE_MEMORY -> assertLargest(run, Kind.ALLOCATES, busy, text);
            case DEVICE_START_UP -> assertLargest(run, Kind.STARTS_DEVICE, busy, text);
            case UNKNOWN -> assertUndetermined(run, busy, text);
            case MIXED -> assertMixed(run, busy, text);
            case MEMORY, LOCKS, GC, IDLE -> throw new AssertionError(text);
        }
    }

    private static Kind[] losses() {
        return new Kind[] {
            Kind.COMMUNICATES,
            Kind.FILES,
            Kind.LOADS,
            Kind.LAUNCHES,
            Kind.COPIES,
            Kind.ALLOCATES,
            Kind.STARTS_DEVICE,
            Kind.SYNCHRONISES,
            Kind.WAITS
        };
    }

    /// The share that a kind competes with. A busy device replaces launches and waits;
    /// synchronisation with a device that is less busy counts as far as the device works.
    ///
    /// @param busy NaN if not traced
    private static double competing(Run run, Kind kind, double busy) {
        double share = run.share(kind);
        double waits = run.share(Kind.SYNCHRONISES);
        double copies = run.share(Kind.COPIES);
        return switch (kind) {
            case LAUNCHES ->
                    busy >= 0.5 ? busy : Double.isNaN(busy) ? share + waits + copies : share;
            case COPIES -> busy < 0.5 ? share : 0;
            case ALLOCATES, STARTS_DEVICE -> busy >= 0.5 ? 0 : share;
            case SYNCHRONISES -> busy < 0.5 ? Math.min(waits, busy) : 0;
            case WAITS -> busy >= 0.5 ? 0 : share;
            case COMPUTES, COMMUNICATES, FILES, LOADS, STARTS, IDLE -> share;
        };
    }

    private static void assertLargest(Run run, Kind kind, double busy, String text) {
        assertThat(run.share(kind)).as(text).isGreaterThanOrEqualTo(0.3);
        assertStated(text, run.share(kind));
        for (Kind other : losses()) {
            if (other == kind) continue;
            double share = competing(run, other, busy);
            if (share >= 0.3) assertThat(share).as(text).isLessThan(0.5 * run.share(kind));
        }
    }

    private static void assertUndetermined(Run run, double busy, String text) {
        boolean startsOnly = run.share(Kind.STARTS) >= 0.5;
        boolean notTraced = Double.isNaN(busy) && competing(run, Kind.LAUNCHES, busy) >= 0.3;
        boolean silent =
                run.ranks() > 1
                        && run.share(Kind.COMMUNICATES) == 0
                        && run.share(Kind.COMPUTES) >= 0.6;
        assertThat(startsOnly || notTraced || silent).as(text).isTrue();
    }

    private static void assertMixed(Run run, double busy, String text) {
        List<Double> large = new ArrayList<>();
        for (Kind loss : losses()) {
            double share = competing(run, loss, busy);
            if (share >= 0.3) large.add(share);
        }
        large.sort(null);
        boolean several = large.size() > 1 && large.get(large.size() - 2) >= 0.5 * large.getLast();
        boolean waits =
                !large.isEmpty()
                        && (large.getLast() == run.share(Kind.WAITS)
                                || large.getLast() == competing(run, Kind.SYNCHRONISES, busy));
        boolean nothing = large.isEmpty() && run.share(Kind.COMPUTES) < 0.6;
        assertThat(several || waits || nothing).as(text + run.seconds()).isTrue();
    }

    /// A share that the sentence states.
    private static void assertStated(String text, double share) {
        Matcher stated = PERCENT.matcher(text);
        boolean found = false;
        while (stated.find())
            found |= Math.abs(Double.parseDouble(stated.group(2)) - share * 100) <= 0.5;
        assertThat(found).as("%s states %s", text, share).isTrue();
    }

    @Test
    void rowsAddUpToWhatWasDrawn() {
        Random random = new Random(36);
        for (int i = 0; i < 200; i++) {
            Run run = draw(random);
            ReportMetrics metrics = ReportMetrics.of(run.profile().outline());
            Breakdown breakdown =
                    Breakdown.of(
                            run.profile().outline(),
                            metrics,
                            metric -> Numbers.of(run.profile(), metric),
                            Reduction.SUM);
            double drawn = run.active() + run.seconds().getOrDefault(Kind.IDLE, 0.0);
            assertThat(breakdown.cpu().orElseThrow().total()).isCloseTo(drawn, within(1e-9));
        }
    }
}
