package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.breakdown.DrawnVerdict.texts;
import static treeline.breakdown.DrawnVerdict.verdict;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Verdicts of JVM recordings.
class JvmVerdictTest {
    /// Seconds that threads of a JVM run, wait for monitors, are parked, read files.
    private static Verdict ofJvm(double[] seconds, double pauses, double elapsed) {
        return ofJvm(seconds, pauses, elapsed, Optional.empty());
    }

    /// Of a recording in which one thread has unknown time.
    private static Optional<JvmCoverage> gap(double seconds) {
        return coverage(seconds, OptionalDouble.empty(), false);
    }

    private static Optional<JvmCoverage> coverage(
            double gap, OptionalDouble cpu, boolean virtualThreads) {
        return Optional.of(new JvmCoverage(100, 100 - gap, gap, cpu, 4, virtualThreads));
    }

    private static Verdict ofJvm(
            double[] seconds, double pauses, double elapsed, Optional<JvmCoverage> coverage) {
        var builder = new ProfileBuilder();
        String[] names = {"time", "monitor enter", "thread park", "file read"};
        int context = builder.context(Context.WHOLE);
        int node = builder.child(ProfileBuilder.ROOT, Frame.function("Svc.update"));
        for (int i = 0; i < names.length; i++) {
            int metric =
                    builder.metric(new Metric(names[i], Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
            if (seconds[i] > 0) builder.add(metric, context, node, seconds[i] * 1e9);
        }
        int gc = builder.metric(new Metric("gc pauses", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        if (pauses > 0) builder.add(gc, context, node, pauses * 1e9);
        return verdict(
                builder.build(),
                List.of(),
                elapsed > 0 ? OptionalDouble.of(elapsed) : OptionalDouble.empty(),
                coverage);
    }

    @Test
    void monitorsBoundAJvmFromTheirThresholdOn() {
        assertThat(ofJvm(new double[] {2.1, 7.6, 0, 0}, 0, 5).sentence().text())
                .isEqualTo(
                        "lock-bound: threads wait 7.60 s for monitors and locks, 78 % of the 9.70"
                                + " s in which they were not idle");
        assertThat(ofJvm(new double[] {7, 3, 0, 0}, 0, 10).bound()).isEqualTo(Bottleneck.LOCKS);
        assertThat(ofJvm(new double[] {7.01, 2.99, 0, 0}, 0, 10).bound())
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofJvm(new double[] {2, 0, 0, 8}, 0, 10).bound()).isEqualTo(Bottleneck.IO);
    }

    @Test
    void parkedThreadsAreNotPartOfWhatIsDivided() {
        Verdict verdict = ofJvm(new double[] {7, 3, 90, 0}, 0, 10);
        assertThat(verdict.bound()).isEqualTo(Bottleneck.LOCKS);
        assertThat(texts(verdict.why()))
                .containsExactly(
                        "threads wait 3.00 s for monitors and locks, 30 % of the 10.0 s in which"
                                + " they were not idle",
                        "threads are parked, waiting or asleep for 90 % of recorded thread time");
    }

    @Test
    void aJvmIsIdleIfItsThreadsAreActiveForLessThanHalfOfTheTime() {
        assertThat(ofJvm(new double[] {3, 1, 50, 1}, 0, 10).bound())
                .as("5 of 10 s")
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(ofJvm(new double[] {3, 1, 50, 0.99}, 0, 10, gap(0)).sentence().text())
                .isEqualTo(
                        "idle: threads run or wait for locks and I/O for 4.99 s of 10.0 s elapsed"
                                + " (49.9 %)");
        assertThat(ofJvm(new double[] {3, 1, 50, 0.99}, 0, 0).bound())
                .as("without elapsed time")
                .isEqualTo(Bottleneck.COMPUTE);
    }

    @Test
    void aJvmIsNotIdleIfAThreadMayHaveBeenActiveUnseen() {
        double[] seconds = {1, 0, 50, 0};
        assertThat(ofJvm(seconds, 0, 10, gap(3.99)).bound()).isEqualTo(Bottleneck.IDLE);
        Verdict unseen = ofJvm(seconds, 0, 10, gap(4));
        assertThat(unseen.bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(unseen.unknown()))
                .containsExactly(
                        "cannot determine what threads do for the rest of the time: samples and"
                                + " recorded waits cover 96 % of thread time");
        assertThat(ofJvm(seconds, 0, 10).bound())
                .as("unknown coverage")
                .isEqualTo(Bottleneck.UNKNOWN);
        assertThat(
                        texts(
                                ofJvm(seconds, 0, 10, coverage(0, OptionalDouble.empty(), true))
                                        .unknown()))
                .containsExactly(
                        "cannot determine what threads do for the rest of the time: not all"
                                + " waits of virtual threads are recorded");
    }

    /// A profile with time of native methods only.
    private static Verdict inNative(double computes, String method, double seconds) {
        var builder = new ProfileBuilder();
        int context = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("Svc.main"));
        int callee = builder.child(main, Frame.function(method));
        int line = builder.child(callee, new Frame(Frame.Kind.LINE, "line 7", "", 7, ""));
        int time = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        builder.add(time, context, main, computes * 1e9);
        int inNative =
                builder.metric(new Metric("native time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        builder.add(inNative, context, line, seconds * 1e9);
        return verdict(builder.build(), List.of(), OptionalDouble.of(10), gap(0));
    }

    @Test
    void nativeMethodsCountAsWhatTheyAreKnownToDo() {
        assertThat(inNative(1, "java.io.FileDescriptor.sync0", 9).bound()).isEqualTo(Bottleneck.IO);
        assertThat(inNative(1, "sun.nio.ch.FileDispatcherImpl.force0", 9).bound())
                .isEqualTo(Bottleneck.IO);
        assertThat(inNative(1, "sun.nio.ch.SocketDispatcher.read0", 9).bound())
                .isEqualTo(Bottleneck.IO);
        assertThat(inNative(1, "java.util.zip.Deflater.deflateBytesBytes", 9).bound())
                .isEqualTo(Bottleneck.COMPUTE);
        assertThat(inNative(1, "sun.nio.ch.EPoll.wait", 9).bound()).isEqualTo(Bottleneck.IDLE);
    }

    @Test
    void unknownNativeMethodsNeitherComputeNorWait() {
        Verdict verdict = inNative(7, "Svc.solve0", 3);
        assertThat(verdict.sentence().text())
                .isEqualTo(
                        "undetermined: 30 % of thread time is native code that computes or waits");
        assertThat(texts(verdict.unknown()))
                .containsExactly(
                        "cannot determine whether native code computes or waits: samples do not"
                                + " show it");
        assertThat(inNative(7.01, "Svc.solve0", 2.99).bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(inNative(1, "Svc.solve0", 5).bound()).isEqualTo(Bottleneck.UNKNOWN);
    }

    @Test
    void pausesAreActivity() {
        assertThat(ofJvm(new double[] {1, 0, 50, 0}, 3, 10, gap(0)).bound())
                .as("quiet, but stopped for 30 %")
                .isEqualTo(Bottleneck.GC);
        assertThat(ofJvm(new double[] {1, 0, 50, 0}, 2.9, 10, gap(2.9)).bound())
                .isEqualTo(Bottleneck.IDLE);
        assertThat(ofJvm(new double[] {0.22, 0.01, 0, 0.01}, 2.3, 3, gap(2.8)).bound())
                .isEqualTo(Bottleneck.GC);
    }

    @Test
    void moreCpuTimeThanSamplesDecidesAgainstSharesOfSamples() {
        double[] locks = {1, 9, 0, 0};
        assertThat(ofJvm(locks, 0, 10, coverage(0, OptionalDouble.of(1.9), false)).bound())
                .as("less than a tenth of elapsed time")
                .isEqualTo(Bottleneck.LOCKS);
        assertThat(ofJvm(locks, 0, 10, coverage(0, OptionalDouble.of(20), false)).bound())
                .as("9 of 29 s are locks in any case")
                .isEqualTo(Bottleneck.LOCKS);
        Verdict wrong = ofJvm(locks, 0, 10, coverage(0, OptionalDouble.of(22), false));
        assertThat(wrong.sentence().text())
                .isEqualTo(
                        "undetermined: the process uses 22.0 s of CPU time, but samples show 1.00"
                                + " s");
        assertThat(
                        ofJvm(
                                new double[] {1, 0, 9, 0},
                                0,
                                10,
                                coverage(0, OptionalDouble.of(2), false)))
                .extracting(Verdict::bound)
                .isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(ofJvm(locks, 1, 10, coverage(0, OptionalDouble.of(5.9), false)).unknown()))
                .as("4 s are threads of the garbage collector")
                .isEmpty();
    }

    @Test
    void pausesBoundAJvmFromTheirThresholdOfElapsedTimeOn() {
        assertThat(ofJvm(new double[] {10, 0, 0, 0}, 3, 10).sentence().text())
                .isEqualTo("GC-bound: garbage-collection pauses take 30 % of elapsed time");
        Verdict below = ofJvm(new double[] {10, 0, 0, 0}, 2.9, 10);
        assertThat(below.bound()).isEqualTo(Bottleneck.COMPUTE);
        assertThat(texts(below.why()))
                .contains("garbage-collection pauses take 29 % of elapsed time");
    }

    @Test
    void waitsWithoutSamplesDecideNothing() {
        assertThat(ofJvm(new double[] {0, 7, 0, 0}, 0, 10).bound()).isEqualTo(Bottleneck.LOCKS);
        var builder = new ProfileBuilder();
        int metric =
                builder.metric(
                        new Metric("monitor enter", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        builder.add(
                metric,
                builder.context(Context.WHOLE),
                builder.child(ProfileBuilder.ROOT, Frame.function("f")),
                7e9);
        Verdict verdict = verdict(builder.build(), List.of(), OptionalDouble.of(10));
        assertThat(verdict.bound()).isEqualTo(Bottleneck.UNKNOWN);
        assertThat(texts(verdict.unknown()))
                .containsExactly(
                        "cannot determine how long threads run: the recording has no execution"
                                + " samples");
    }
}
