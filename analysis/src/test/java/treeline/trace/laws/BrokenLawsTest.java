package treeline.trace.laws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.source.trace.Traces;
import treeline.statement.Sentence;
import treeline.testkit.FakeLine;
import treeline.trace.DrawnOperations;
import treeline.trace.WindowSource;
import treeline.trace.device.DrawnDevice;
import treeline.trace.waiting.WaitAnalysis;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

class BrokenLawsTest {
    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private static List<String> texts(BrokenLaws laws) {
        return laws.violations().stream().map(each -> each.sentence().text()).toList();
    }

    private static BrokenLaws of(double[] seconds, double longest) {
        return BrokenLaws.ofValues(seconds, Unit.SECONDS, longest);
    }

    private static BrokenLaws ofDevice(DrawnDevice device) {
        WaitAnalysis analysis = device.analysis(200);
        return BrokenLaws.of(device.outline(), analysis.traces(), ReadReport.CLEAN);
    }

    private static BrokenLaws ofRanks(String... ranks) {
        var drawn = new DrawnOperations(ranks);
        return BrokenLaws.of(drawn.outline(), drawn.traces(), ReadReport.CLEAN);
    }

    @Test
    void workInOrderAfterItsLaunchBreaksNoLaw() {
        var device = new DrawnDevice("sync 60-91", "gemm 0 5-10 gemm 6 10-20 copy ? 20-30");
        assertThat(ofDevice(device)).isEqualTo(BrokenLaws.NONE);
    }

    @Test
    void aKernelMayStartOneMicrosecondBeforeItsLaunch() {
        assertThat(texts(ofDevice(new DrawnDevice("", "gemm 6 5-10 gemm 20 25-30")))).isEmpty();
        assertThat(texts(ofDevice(new DrawnDevice("", "gemm 7 5-10 gemm 20 25-30"))))
                .containsExactly("1 of 2 kernels start before their launch");
    }

    @Test
    void kernelsOfOneStreamDoNotOverlapByMoreThanOneMicrosecond() {
        assertThat(texts(ofDevice(new DrawnDevice("", "gemm 0 5-11 gemm 1 10-30")))).isEmpty();
        assertThat(texts(ofDevice(new DrawnDevice("", "gemm 0 5-12 gemm 1 10-30 gemm 2 30-40"))))
                .containsExactly(
                        "1 of 3 kernels start before the previous one on their stream ends");
        assertThat(texts(ofDevice(new DrawnDevice("", "gemm 0 5-12", "gemm 1 10-30"))))
                .as("on two streams")
                .isEmpty();
    }

    @Test
    void aStreamIsNotBusyForLongerThanItsTrace() {
        assertThat(texts(ofDevice(new DrawnDevice("", "gemm 0 5-25 gemm 1 6-26 gemm 2 7-27"))))
                .contains("1 of 1 GPU streams are busy for longer than they were traced");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void messagesArriveAfterTheyWereSent(int late) {
        BrokenLaws laws =
                ofRanks(
                        "%d MPI_Send > 1 %d".formatted(40000 * late, 40000 * late + 5),
                        "0 MPI_Recv < 0 20000");
        assertThat(texts(laws))
                .containsExactly("1 of 1 messages are received before they are sent");
        assertThat(laws.doubt()).as("shares of time").isEmpty();
        assertThat(laws.doubtOfWaits()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aBarrierEndsAfterAllHaveEntered(int late) {
        BrokenLaws laws =
                ofRanks(
                        "0 MPI_Barrier coll BARRIER -1 0 0 20000",
                        "%d MPI_Barrier coll BARRIER -1 0 0 %d"
                                .formatted(30000 * late, 30000 * late + 5));
        assertThat(texts(laws))
                .containsExactly(
                        "1 of 1 collective operations end before their last member starts");
        assertThat(laws.doubt()).isEmpty();
        assertThat(laws.doubtOfWaits()).isPresent();
    }

    @Test
    void aBroadcastMayEndBeforeItsLastMemberStarts() {
        assertThat(
                        ofRanks(
                                "0 MPI_Bcast coll BROADCAST 0 8 0 20000",
                                "30000 MPI_Bcast coll BROADCAST 0 0 8 40000"))
                .isEqualTo(BrokenLaws.NONE);
    }

    @Test
    void warningsOfReadersCountAmongTheCalls() {
        var log = new ReadReport.Log();
        log.lost("a slice ends before it starts", "solve", 3);
        log.note("instant events are ignored", "mark", 7);
        var drawn = new DrawnOperations("0 work 10 10 work 20 20 work 30");
        BrokenLaws laws = BrokenLaws.of(drawn.outline(), drawn.traces(), log.report());
        assertThat(texts(laws)).containsExactly("3 of 6 calls and kernels end before they start");
        Outline window = drawn.outline().withMetadata(Metadata.NONE.with(WindowSource.BEGIN, 10L));
        assertThat(BrokenLaws.of(window, drawn.traces(), log.report())).isEqualTo(BrokenLaws.NONE);
    }

    @Test
    void traceOfAYearIsTooLong() {
        long year = 366L * 24 * 3600 * 1_000_000_000;
        var drawn = new DrawnOperations("0 work " + year, "0 work 5");
        assertThat(texts(BrokenLaws.of(drawn.outline(), drawn.traces(), ReadReport.CLEAN)))
                .containsExactly("1 of 2 threads and GPU streams were traced for more than a year");
    }

    @Test
    void aThreadIsNotTracedLongAfterAllOthers() {
        assertThat(texts(ofRanks("0 work 100", "20000 work 20100"))).isEmpty();
        assertThat(texts(ofRanks("0 work 100", "20101 work 20200", "0 work 100")))
                .containsExactly(
                        "1 of 3 threads and GPU streams were traced long before or after the"
                                + " others");
    }

    @Test
    void valuesOfTimeAreNotNegative() {
        double[] values = {1, Double.NaN, -0.5, -0.5e-9, 2};
        assertThat(texts(of(values, UNKNOWN)))
                .containsExactly("1 of 4 values of time are negative");
    }

    @Test
    void aSampleIsNotLongerThanTheRun() {
        assertThat(texts(of(new double[] {1, 3, 2}, 2.5)))
                .containsExactly("1 of 3 values of time are longer than the run");
    }

    @Test
    void theLongestValueIsKnownIfTheRunWasSampled() {
        long[] samples = new long[20];
        for (int i = 0; i < samples.length; i++) samples[i] = i % 2 == 0 ? i * 500_000_000L : 0;
        var line = FakeLine.of(0, 10_000_000_000L, samples);
        assertThat(BrokenLaws.longestSeconds(new Traces(0, 10_000_000_000L, List.of(line))))
                .isEqualTo(20);
        assertThat(BrokenLaws.longestSeconds(Traces.NONE)).isEqualTo(UNKNOWN);
    }

    @Test
    void fewViolationsLeaveVerdictsAsTheyAre() {
        double[] values = new double[101];
        Arrays.fill(values, 1);
        values[0] = -0.5;
        BrokenLaws few = of(values, UNKNOWN);
        assertThat(texts(few)).hasSize(1);
        assertThat(few.doubt()).isEmpty();
        values[0] = -5;
        assertThat(of(values, UNKNOWN).doubt())
                .as("by their time")
                .map(Sentence::text)
                .isEqualTo(Optional.of("1 of 101 values of time are negative"));
    }

    @Test
    void theDoubtIsTheLawWithTheLargestShare() {
        BrokenLaws laws = of(new double[] {1, 1, 1, -1}, UNKNOWN).and(of(new double[] {5, 1}, 2));
        assertThat(laws.doubt().orElseThrow().text())
                .isEqualTo("1 of 2 values of time are longer than the run");
        assertThat(texts(laws.and(of(new double[] {-1, 1}, UNKNOWN))))
                .containsExactly(
                        "2 of 6 values of time are negative",
                        "1 of 2 values of time are longer than the run");
    }
}
