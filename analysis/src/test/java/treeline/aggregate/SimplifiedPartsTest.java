package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.single.Workload;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/// An aggregation after a step is that of the simplified run. Here the step replaces the run.
class SimplifiedPartsTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path           loop   rank0  rank1
                    main             -        1      1
                    main/solve       -        2      9
                    main/MPI_Wait    -        9      1
                    """);

    private static final Profile SIMPLE =
            profileOf(
                    """
                    path           loop   rank0  rank1
                    main             -        4      8
                    main/step     each  3+5+1  2+2+3
                    main/step/b      -  1+4+1  1+1+2
                    """);

    private static final Metric TIME = RUN.metric("time");
    private static final Locations RANKS = Locations.of(RUN.contexts(), Locations.By.RANK);

    private record ToSimple() implements TransformStep {
        @Override
        public Profile apply(Profile part) {
            return SIMPLE;
        }
    }

    private static <P, S extends Serializable, R> R answer(Aggregation<P, S, R> of)
            throws IOException {
        return LocalEngine.of(1, 0).run(of, PartitionedSource.of(RUN));
    }

    @Test
    void valuesOfANode() throws IOException {
        int step = SIMPLE.tree().at("main/step");
        var values = new ValuesByPlace(TIME, RANKS, ContextMapping.ALL, step);
        assertThat(answer(values.after(new ToSimple())))
                .containsExactly(ImmutableDoubles.owning(9, 7));
        assertThat(answer(values)).containsExactly(ImmutableDoubles.owning(2, 9));
    }

    @Test
    void valuesOfSeveralNodes() throws IOException {
        var values = new ValuesByPlace(TIME, RANKS, ContextMapping.ALL, 0, 1);
        assertThat(answer(values.after(new ToSimple())))
                .containsExactly(ImmutableDoubles.owning(4, 8), ImmutableDoubles.owning(9, 7));
    }

    @Test
    void workAndWaiting() throws IOException {
        var work = new WorkByPlace(TIME, RANKS, ContextMapping.ALL, Accounts.of(RUN.outline()));
        Workload before = workload(answer(work));
        assertThat(new double[] {before.work(0), before.work(1)}).containsExactly(3, 10);
        assertThat(new double[] {before.waiting(0), before.waiting(1)}).containsExactly(9, 1);
        var simple =
                new WorkByPlace(TIME, RANKS, ContextMapping.ALL, Accounts.of(SIMPLE.outline()));
        Workload after = workload(answer(simple.after(new ToSimple())));
        for (int rank = 0; rank < 2; rank++) {
            assertThat(after.work(rank)).isEqualTo(19);
            assertThat(after.waiting(rank)).isZero();
        }
    }

    private static Workload workload(Workload.Sums sums) {
        return new Workload(RUN.tree(), TIME, RANKS, RANKS, sums, _ -> Workload.Worst.NONE);
    }

    @Test
    void distributions() throws IOException {
        var solve =
                new DistributionOfNodes(TIME, Locations.By.RANK, new int[][] {{0, 1}, {2}}, false)
                        .after(new ToSimple());
        List<NodeDistribution> found = answer(solve);
        assertThat(found.get(0).sorted()).containsExactly(4 + 9, 8 + 7);
        assertThat(found.get(1).sorted()).containsExactly(4, 6);
        assertThat(found.get(1).largest()).containsExactly(0, 1);
    }

    @Test
    void correlation() throws IOException {
        List<Metric> both = List.of(TIME.in(Scope.INCLUSIVE), TIME.in(Scope.EXCLUSIVE));
        var correlation = new PearsonCorrelation(both);
        assertThat(answer(correlation.after(new ToSimple()))[0][1])
                .isEqualTo(
                        LocalEngine.of(1, 0).run(correlation, PartitionedSource.of(SIMPLE))[0][1])
                .isNotEqualTo(answer(correlation)[0][1]);
    }

    @Test
    void iterations() throws IOException {
        var sums = answer(new IterationsByNode(TIME).after(new ToSimple()));
        int step = SIMPLE.tree().at("main/step");
        assertThat(sums.nodes()).contains(step);
        assertThat(sums.iterations(step).mean().toArray()).containsExactly(2.5, 3.5, 2);
        assertThat(answer(new IterationsByNode(TIME)).nodes()).isEmpty();
    }

    @Test
    void aStepKeepsThePlacesOfAPart() {
        Profile one = profileOf("path rank0\nmain 1\n");
        var moments = MomentsByNode.of(List.of(TIME), Locations.By.RANK);
        assertThatThrownBy(() -> answer(moments.after(_ -> one)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a part lost some of its places");
    }
}
