package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.activity.Activities;
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
        assertThat(answer(values.after(new ToSimple())).toArray()).containsExactly(9, 7);
        assertThat(answer(values).toArray()).containsExactly(2, 9);
    }

    @Test
    void valuesOfSeveralNodes() throws IOException {
        var values = new ValuesOfNodes(TIME, RANKS, ContextMapping.ALL, 0);
        ValuesOfNodes.Sums simple = answer(values.after(new ToSimple()));
        assertThat(simple.value(0, 0)).isEqualTo(4);
        assertThat(simple.total(1)).isEqualTo(8 + 7 + 4);
    }

    @Test
    void workAndWaiting() throws IOException {
        var work = new WorkByPlace(TIME, RANKS, ContextMapping.ALL, Activities.of(RUN.outline()));
        assertThat(answer(work).work()).containsExactly(3, 10);
        assertThat(answer(work).waiting()).containsExactly(9, 1);
        var simple =
                new WorkByPlace(TIME, RANKS, ContextMapping.ALL, Activities.of(SIMPLE.outline()));
        assertThat(answer(simple.after(new ToSimple())).work()).containsExactly(19, 19);
        assertThat(answer(simple.after(new ToSimple())).waiting()).containsExactly(0, 0);
    }

    @Test
    void distributions() throws IOException {
        var solve =
                DistributionOfNodes.of(TIME, Locations.By.RANK, new int[][] {{0, 1}, {2}})
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
