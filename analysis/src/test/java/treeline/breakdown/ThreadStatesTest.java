package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.breakdown.ThreadStates.Bin;
import treeline.breakdown.ThreadStates.State;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;

import java.util.List;

class ThreadStatesTest {
    private static final int RUNS = 0;
    private static final int LOCK = 1;
    private static final int PARK = 2;

    /// Three nodes: samples, a monitor, a park that is not for a lock.
    private static Profile profile() {
        var builder = new ProfileBuilder();
        String[] metrics = {"time", "monitor enter", "thread park"};
        for (int thread = 0; thread < 2; thread++) {
            int context =
                    builder.context(
                            new Context("", Context.NONE, thread, Context.NONE, Context.NONE));
            for (int i = 0; i < metrics.length; i++)
                builder.add(
                        builder.metric(
                                new Metric(metrics[i], Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE)),
                        context,
                        builder.child(ProfileBuilder.ROOT, Frame.function("node" + i)),
                        1);
        }
        return builder.build();
    }

    private static ThreadStates states(int bins, TraceLine... lines) {
        Profile profile = profile();
        return ThreadStates.of(
                profile.outline(),
                metric -> Numbers.of(profile, metric),
                new Traces(0, 1000, List.of(lines)),
                bins);
    }

    @Test
    void timeInAStateOverTheLengthOfABinIsAMeanNumberOfThreads() {
        ThreadStates states =
                states(
                        2,
                        FakeLine.of(0, 1000, 0, RUNS, 250, LOCK, 500, PARK),
                        FakeLine.of(1, 1000, 100, PARK, 600, TraceLine.NO_NODE));
        Bin first = states.bins().get(0);
        assertThat(first.of(State.RUNNING)).isEqualTo(0.5);
        assertThat(first.of(State.BLOCKED)).isEqualTo(0.5);
        assertThat(first.of(State.IDLE)).isCloseTo(0.8, within(1e-12));
        assertThat(first.of(State.NO_EVENT)).isCloseTo(0.2, within(1e-12));
        Bin second = states.bins().get(1);
        assertThat(second.of(State.IDLE)).isCloseTo(1.2, within(1e-12));
        assertThat(second.of(State.RUNNING)).isZero();
        assertThat(states.mean(State.IDLE)).isCloseTo(1.0, within(1e-12));
    }

    @Test
    void statesOfABinAddUpToAllThreads() {
        for (int bins = 1; bins < 40; bins++)
            for (Bin bin :
                    states(
                                    bins,
                                    FakeLine.of(
                                            0,
                                            1000,
                                            3,
                                            RUNS,
                                            333,
                                            LOCK,
                                            334,
                                            TraceLine.NO_NODE,
                                            777,
                                            PARK),
                                    FakeLine.of(1, 1000, 999, RUNS))
                            .bins()) {
                double sum = 0;
                for (State state : State.values()) sum += bin.of(state);
                assertThat(sum).isCloseTo(2, within(1e-9));
            }
    }

    @Test
    void withoutTracesThereAreNoBins() {
        assertThat(states(10).bins()).isEmpty();
    }
}
