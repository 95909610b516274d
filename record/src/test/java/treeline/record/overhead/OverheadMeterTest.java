package treeline.record.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// The meter on a simulated program, whose overhead is known.
class OverheadMeterTest {
    /// A program that calls methods in fixed proportions. Time passes only while the meter pauses.
    private static final class Simulated implements RecordingProbe, OverheadMeter.Pace {
        private static final double MUTED_NANOS = 6;

        private final Map<String, Double> callsPerUnit;
        private final double workNanos;
        private final double recordNanos;
        private final Random random = new Random(39);
        private final double noise;
        private final Map<String, Double> calls = new HashMap<>();
        private final Set<String> removed = new HashSet<>();
        private @Nullable MutedNames muted;
        private long nanos;
        private double allCalls;

        /// @param workNanos of the program for one unit of progress
        /// @param recordNanos of a recorded call
        Simulated(
                Map<String, Double> callsPerUnit,
                double workNanos,
                double recordNanos,
                double noise) {
            this.callsPerUnit = callsPerUnit;
            this.workNanos = workNanos;
            this.recordNanos = recordNanos;
            this.noise = noise;
        }

        @Override
        public void pause(long pauseNanos) {
            double work = workNanos * Math.exp(noise * random.nextGaussian());
            double perUnit = work;
            for (var each : callsPerUnit.entrySet())
                perUnit += each.getValue() * nanosOf(each.getKey());
            double units = pauseNanos / perUnit;
            for (var each : callsPerUnit.entrySet()) {
                if (removed.contains(each.getKey())) continue;
                calls.merge(each.getKey(), units * each.getValue(), Double::sum);
                allCalls += units * each.getValue();
            }
            nanos += pauseNanos;
        }

        private double nanosOf(String name) {
            if (removed.contains(name)) return 0;
            if (muted == null || !muted.names().contains(name)) return recordNanos;
            return muted.isRepeated() ? 2 * MUTED_NANOS : MUTED_NANOS;
        }

        double share() {
            double cost = 0;
            for (var each : callsPerUnit.entrySet())
                if (!removed.contains(each.getKey())) cost += each.getValue() * recordNanos;
            return cost / (cost + workNanos);
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Reading read() {
            return new Reading(Map.of(1L, new Reading.OfThread((long) allCalls, nanos)));
        }

        @Override
        public Map<String, EventSum> sums() {
            Map<String, EventSum> sums = new HashMap<>();
            calls.forEach((name, count) -> sums.put(name, new EventSum(count.longValue(), 0)));
            return sums;
        }

        @Override
        public void mute(@Nullable MutedNames names) {
            muted = names;
        }

        @Override
        public void finish(MeasuredOverhead result) {}

        boolean remove(Set<String> names) {
            return removed.addAll(names);
        }

        MeasuredOverhead measured(int steps, double budget) throws InterruptedException {
            var meter = new OverheadMeter(this, this, budget, this::remove);
            for (int i = 0; i < steps; i++) {
                pause(40_000_000);
                meter.step();
            }
            return meter.result();
        }
    }

    private static final Map<String, Double> MIX = Map.of("tiny", 10.0, "small", 1.0, "step", 0.01);

    @Test
    void theOverheadIsThatOfTheProgram() throws InterruptedException {
        var program = new Simulated(MIX, 1000, 100, 0);
        MeasuredOverhead measured = program.measured(30, Double.NaN);
        assertThat(program.share()).isBetween(0.52, 0.53);
        assertThat(measured.share().orElseThrow().value())
                .isBetween(program.share() - 0.01, program.share() + 0.01);
        assertThat(measured.nanosPerCall().orElseThrow().value()).isBetween(99.0, 101.0);
    }

    @Test
    void theIntervalContainsTheTruthInNineteenOfTwentyRuns() throws InterruptedException {
        int inside = 0;
        for (int run = 0; run < 200; run++) {
            var program = new Simulated(MIX, 1000, 100, 0.3);
            program.random.setSeed(run);
            Estimate each = program.measured(30, Double.NaN).nanosPerCall().orElseThrow();
            if (each.low() <= 100 && 100 <= each.high()) inside++;
        }
        assertThat(inside).isBetween(180, 200);
    }

    @Test
    void theProposalReachesFivePercentAndIsMeasured() throws InterruptedException {
        var program = new Simulated(MIX, 1000, 100, 0);
        MeasuredOverhead.Proposal proposal =
                program.measured(40, Double.NaN).proposal().orElseThrow();
        assertThat(proposal.names()).containsExactlyInAnyOrder("tiny", "small");
        program.remove(Set.copyOf(proposal.names()));
        assertThat(program.share()).isLessThan(0.05);
        assertThat(proposal.shareLeft().high()).isLessThan(0.05);
        assertThat(proposal.isChecked()).isTrue();
    }

    @Test
    void aSmallOverheadHasNoProposal() throws InterruptedException {
        var program = new Simulated(Map.of("step", 1.0), 4000, 100, 0);
        MeasuredOverhead measured = program.measured(30, Double.NaN);
        assertThat(measured.share().orElseThrow().value()).isBetween(0.02, 0.03);
        assertThat(measured.proposal()).isEmpty();
    }

    @Test
    void fewCallsAreNotMuted() throws InterruptedException {
        var program = new Simulated(Map.of("step", 1.0), 1_000_000, 100, 0);
        MeasuredOverhead measured = program.measured(30, Double.NaN);
        assertThat(measured.cycles()).isZero();
        assertThat(measured.share()).isEmpty();
    }

    @Test
    void aShortRunHasNoEstimate() throws InterruptedException {
        MeasuredOverhead measured = new Simulated(MIX, 1000, 100, 0).measured(9, Double.NaN);
        assertThat(measured.cycles()).isBetween(1, OverheadMeter.MIN_CYCLES - 1);
        assertThat(measured.share()).isEmpty();
    }

    @Test
    void aBudgetRemovesTheFewestFrequentMethods() throws InterruptedException {
        var program = new Simulated(MIX, 2000, 100, 0);
        MeasuredOverhead measured = program.measured(40, 0.1);
        assertThat(program.removed).containsExactly("tiny");
        assertThat(measured.removals())
                .singleElement()
                .satisfies(
                        it -> {
                            assertThat(it.name()).isEqualTo("tiny");
                            assertThat(it.calls()).isPositive();
                        });
        assertThat(program.share()).isLessThan(0.1);
        assertThat(measured.share().orElseThrow().value())
                .as("since the removal")
                .isBetween(program.share() - 0.01, program.share() + 0.01);
    }

    @Test
    void phasesCountByTheirCalls() {
        var ledger = new SliceLedger();
        for (int i = 0; i < 200; i++) {
            ledger.passed(new Reading.Progress(i % 2 == 0 ? 300_000 : 100_000, 50_000_000));
            double work = i % 2 == 0 ? 50 : 10_000;
            double cost = i % 2 == 0 ? 100 : 200;
            ledger.add(progress(work + cost + 6), progress(work + 6), progress(work + 12), null);
        }
        assertThat(ledger.nanosPerCall().orElseThrow().value()).isBetween(130.0, 133.0);
    }

    private static Reading.Progress progress(double nanosPerCall) {
        return new Reading.Progress(1000, (long) (1000 * nanosPerCall));
    }

    @Test
    void quantilesAreThoseOfStudentsDistribution() {
        assertThat(Estimate.studentQuantile(7)).isBetween(2.36, 2.37);
        assertThat(Estimate.studentQuantile(30)).isBetween(2.041, 2.043);
    }
}
