package treeline.ensemble.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.cluster.ClusterMetadata;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.statistics.Pivot;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.single.Grouping;
import treeline.single.Threshold;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

class MetadataValuesTest {
    private static final Ensemble MIXED =
            Ensemble.of(
                    List.of(
                            with("a", new Value.Whole(12), 1),
                            with("b", new Value.Text("12"), 3),
                            with("c", new Value.Real(12), 5),
                            with("d", new Value.Text("4"), 7)));

    private static Run with(String key, Value team, int time) {
        Run run = run(key, "", "main=" + time);
        return new Run(key, Metadata.NONE.with("team", team), run.profile());
    }

    @Test
    void aNumberAndItsTextAreOneGroup() {
        assertThat(MIXED.groupBy("team"))
                .extracting(RunGroup::label, RunGroup::members)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("4", List.of(3)),
                        org.assertj.core.groups.Tuple.tuple("12", List.of(0, 1, 2)));
    }

    @Test
    void aNumberAndItsTextFulfilTheSameConditions() {
        for (String condition :
                List.of("team = 12", "team = \"12\"", "team in (12)", "team in (\"12\", 7)"))
            assertThat(MIXED.where(condition).keys()).as(condition).containsExactly("a", "b", "c");
        assertThat(MIXED.where("team < \"12\"").keys()).containsExactly("d");
        assertThat(MIXED.where("team != \"12\"").keys()).containsExactly("d");
    }

    @Test
    void tablesSayThemOnce() {
        assertThat(MIXED.uniqueMetadata().column("value").text(1)).isEqualTo("12");
        assertThat(MIXED.uniqueMetadata().rows()).isEqualTo(2);
        Ensemble means = MIXED.aggregated(Statistic.MEAN, "team");
        assertThat(
                        Pivot.of(means, means.metric("time"), Grouping.NAME, Threshold.none())
                                .column("run")
                                .text(1))
                .isEqualTo("12");
        assertThat(means.metadata(1).get("team")).contains(new Value.Whole(12));
    }

    @Test
    void twoRunsOfOneValueAreNotKeyedByIt() {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> MIXED.keyedBy("team"))
                .hasMessage("several runs have team = 12, so it cannot be the run key");
    }

    @Test
    void whatOnlyDiffersInItsTypeDoesNotDiffer() {
        assertThat(ClusterMetadata.differing(MIXED.where("team = 12"))).isEmpty();
        assertThat(ClusterMetadata.differing(MIXED)).containsExactly("team");
    }

    /// Versions are no numbers: 1.10 comes after 1.9.
    @ParameterizedTest
    @CsvSource({"1.10, 1.1", "007, 7", "1e3, 1000", "1_000, 1000", "14.0.6, 14"})
    void textsThatOnlyLookLikeANumberAreOtherValues(String one, String other) {
        assertThat(MetadataValues.compare(new Value.Text(one), new Value.Text(other))).isNotZero();
    }

    @Test
    void largeNumbersAreNotRounded() {
        assertThat(
                        MetadataValues.compare(
                                new Value.Whole((1L << 60) + 1), new Value.Whole(1L << 60)))
                .isPositive();
    }

    @Test
    void numbersComeBeforeTextsAndTextsAreCounted() {
        List<Value> sorted =
                Stream.<Value>of(
                                new Value.Text("v10"),
                                new Value.Text("v9"),
                                new Value.Text("100"),
                                new Value.Real(20.5))
                        .sorted(MetadataValues::compare)
                        .toList();
        assertThat(sorted).extracting(Value::toString).containsExactly("20.5", "100", "v9", "v10");
    }

    @ParameterizedTest
    @CsvSource({"64, Whole", "0064, Whole", "-3, Whole", "1.50, Real", "1e-3, Real"})
    void whatPeopleWriteIsTyped(String text, String type) {
        assertThat(MetadataValues.typed(text).getClass().getSimpleName()).isEqualTo(type);
    }

    @Test
    void decimalsOfOneLengthAreNumbersAndVersionsAreTexts() {
        assertThat(typed("0.10", "0.15", "0.20")).allMatch(Value.Real.class::isInstance);
        assertThat(typed("1.0", "0.25")).allMatch(Value.Real.class::isInstance);
        assertThat(typed("3.9", "3.10")).allMatch(Value.Text.class::isInstance);
    }

    private static List<Value> typed(String... texts) {
        return MetadataValues.typed(Stream.of(texts).map(Optional::of).toList()).stream()
                .flatMap(Optional::stream)
                .toList();
    }
}
