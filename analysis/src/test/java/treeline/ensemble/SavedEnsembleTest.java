package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.testkit.RandomProfiles;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.List;

class SavedEnsembleTest {
    private final Ensemble ensemble =
            Ensemble.of(
                    List.of(
                            run("x", "ranks=4 compiler=gcc", "main=4", "main/io=1"),
                            run("y", "ranks=8", "main=3", "main/mpi=2"),
                            run("z", "", "main=2")));

    private static Ensemble builtFrom(Profile... profiles) {
        var builder = new EnsembleBuilder(Reduction.MEAN);
        for (Profile each : profiles) builder.add(Run.of("file" + builder.runs(), each));
        return builder.build();
    }

    static void assertSame(Ensemble one, Ensemble other) {
        assertThat(one.keys()).isEqualTo(other.keys());
        assertThat(one.tree()).isEqualTo(other.tree());
        assertThat(one.metrics()).isEqualTo(other.metrics());
        assertThat(one.metadataColumns()).isEqualTo(other.metadataColumns());
        for (int run = 0; run < one.runs(); run++) {
            assertThat(one.metadata(run)).isEqualTo(other.metadata(run));
            for (int node = 0; node < one.tree().size(); node++) {
                assertThat(one.has(run, node)).isEqualTo(other.has(run, node));
                for (Metric metric : one.metrics())
                    assertThat(Double.doubleToRawLongBits(one.at(metric, run, node)))
                            .isEqualTo(Double.doubleToRawLongBits(other.at(metric, run, node)));
            }
        }
    }

    @Test
    void aSavedEnsembleIsTheSame() {
        assertSame(Ensemble.ofSaved(ensemble.saved()), ensemble);
        assertSame(builtFrom(ensemble.saved()), ensemble);
    }

    @Test
    void whatWasChosenAndComputedIsSavedAsItIs() {
        Ensemble chosen =
                ensemble.where("ranks >= 4").with("double", "time * 2").keeping(node -> node != 0);
        assertSame(builtFrom(chosen.saved()), chosen);
        Ensemble means = ensemble.aggregated(Statistic.MEAN, "compiler");
        assertSame(builtFrom(means.saved()), means);
    }

    @Test
    void randomEnsemblesAreTheSame() {
        for (int seed = 0; seed < 20; seed++) {
            List<Run> runs = new ArrayList<>();
            for (int run = 0; run < 5; run++)
                runs.add(Run.of("run" + run, RandomProfiles.of(seed * 10L + run)));
            Ensemble any = Ensemble.of(runs);
            assertSame(builtFrom(any.saved()), any);
        }
    }

    @Test
    void savedEnsemblesStandAmongRuns() {
        Run more = run("more", "ranks=16", "main=1", "main/io=5");
        Ensemble all =
                new EnsembleBuilder(Reduction.MEAN)
                        .add(more)
                        .add(Run.of("saved.tldb", ensemble.saved()))
                        .build();
        assertThat(all.keys()).containsExactly("more", "x", "y", "z");
        assertThat(all.at(all.metric("time"), 1, all.tree().at("main/io"))).isEqualTo(1);
        assertThat(all.at(all.metric("time"), 0, all.tree().at("main/io"))).isEqualTo(5);
        assertThat(all.has(3, all.tree().at("main/io"))).isFalse();
    }

    @Test
    void runsThatAreThereTwiceAreRefused() {
        assertThatThrownBy(() -> builtFrom(ensemble.saved(), ensemble.saved()))
                .hasMessage("duplicate run key 'x'");
    }

    @Test
    void anotherReductionNeedsTheRuns() {
        var builder = new EnsembleBuilder(Reduction.MAX);
        assertThatThrownBy(() -> builder.add(Run.of("saved.tldb", ensemble.saved())))
                .hasMessage(
                        "saved.tldb stores the mean over the ranks of each run, not the max; open"
                                + " the original runs instead");
    }

    @Test
    void aRunIsNoEnsemble() {
        Profile profile = run("x", "", "main=4").profile();
        assertThatThrownBy(() -> Ensemble.ofSaved(profile))
                .hasMessage("the profile does not contain an ensemble");
    }

    @Test
    void listsThatDoNotFitTheValuesAreRefused() {
        Profile three = ensemble.saved();
        Profile two = ensemble.where("ranks >= 4").profile().withMetadata(three.metadata());
        assertThatThrownBy(() -> Ensemble.ofSaved(two))
                .hasMessage("a list of 3 runs for the values of 2");
        Profile nodes =
                three.withMetadata(three.metadata().with("treeline.ensemble.nodes", "3:0-9|0*3"));
        assertThatThrownBy(() -> Ensemble.ofSaved(nodes)).hasMessage("a run has node 10 of 3");
    }
}
