package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.ShortNames;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.single.Threshold;
import treeline.table.Column;

import java.util.List;

class NamedStatisticsTest {
    private static final Ensemble RUNS =
            Ensemble.of(
                    List.of(
                            run("r/a", "cc=gcc", "main=4", "main/io=1"),
                            run("r/b", "cc=gcc", "main=6", "main/io=2"),
                            run("r/c", "cc=icc host=x", "main=9")));

    private static List<Metric> time() {
        return List.of(RUNS.metric("time"));
    }

    private static NamedStatistics of(String... names) {
        return NamedStatistics.of(RUNS, time(), List.of(names));
    }

    @Test
    void columnsSayTheirStatisticAndUnit() {
        List<Column> columns = of("mean", "COUNT", "mean", "confidence90").columns();
        assertThat(columns.stream().map(each -> each.header().heading()))
                .containsExactly("mean", "count", "confidence 90 lower", "confidence 90 upper");
        assertThat(columns.stream().map(each -> each.header().unit()))
                .containsExactly(Unit.SECONDS, Unit.COUNT, Unit.SECONDS, Unit.SECONDS);
    }

    @Test
    void rowsAreThoseThatReachTheThresholdLargestFirst() {
        NamedStatistics means = of("mean");
        NodeThreshold all = means.shown(Threshold.none());
        assertThat(means.rows(all).get(1).rows()).isEqualTo(2);
        NodeThreshold large = means.shown(new Threshold.ShareOfLargest(0.5));
        List<Column> rows = means.rows(large);
        assertThat(rows.stream().map(each -> each.header().heading()))
                .containsExactly("node", "path", "mean");
        assertThat(rows.get(1).text(0)).isEqualTo("main");
        assertThat(rows.get(1).rows()).isEqualTo(1);
    }

    @Test
    void groupsAreComparedBesideEachOther() {
        NamedStatistics pair =
                NamedStatistics.between(
                        "cc", RUNS, time(), NamedStatistics.DEFAULT_OF_PAIR.subList(0, 1));
        assertThat(pair.columns().stream().map(each -> each.header().heading()))
                .containsExactly("gcc mean", "icc mean");
        assertThat(pair.columns().getFirst().number(0)).isEqualTo(5);
        assertThat(pair.asked()).isEqualTo(time());
        assertThat(pair.runs().runs()).isEqualTo(3);
    }

    @Test
    void metricsAreComparedWithEachOther() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                drawn(
                                        "a",
                                        "",
                                        """
                                        metric time s inclusive
                                        path whole
                                        main 1

                                        metric bytes B inclusive
                                        path whole
                                        main 7
                                        """)));
        NamedStatistics pair =
                NamedStatistics.with(
                        runs.metric("bytes"), runs, List.of(runs.metric("time")), List.of("max"));
        assertThat(pair.columns().stream().map(each -> each.header().heading()))
                .containsExactly("time max", "bytes max");
    }

    @Test
    void namesThatMeanNothingAreErrors() {
        assertThatThrownBy(() -> of("mode")).hasMessageContaining("unknown statistic 'mode'");
        assertThatThrownBy(() -> of("pearson"))
                .hasMessageContaining("'pearson' compares two metrics or groups");
        assertThatThrownBy(() -> NamedStatistics.between("host", RUNS, time(), List.of("mean")))
                .hasMessageContaining("'host' splits the runs into 1 groups (x), two required");
    }

    @Test
    void factsDifferOrAreTheSame() {
        MetadataSummary facts = MetadataSummary.of(RUNS);
        assertThat(facts.differing().stream().map(MetadataSummary.Fact::name))
                .containsExactly("cc", "host");
        assertThat(facts.differing().getLast().missing()).isEqualTo(2);
        assertThat(facts.differing().getFirst().values()).containsExactly("gcc", "icc");
        assertThat(facts.constant()).isEmpty();
    }

    @Test
    void runsAreCalledWithoutTheirCommonFolder() {
        assertThat(ShortNames.of(RUNS.keys()))
                .isEqualTo(new ShortNames("r/", List.of("a", "b", "c")));
        assertThat(ShortNames.of(List.of("x/y/a", "x/b")).all()).containsExactly("y/a", "b");
    }

    @Test
    void groupsAreNamedByWhatTheyHave() {
        assertThat(
                        RUNS.groupBy("cc", "host").stream()
                                .map(group -> group.named(List.of("cc", "host"))))
                .containsExactly("cc = gcc, no host", "cc = icc, host = x");
    }
}
