package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Directions that can be seen by eye, and the laws that hold for all of them.
class PrincipalComponentsTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    private static Features of(double[]... columns) {
        List<Column> all = new ArrayList<>();
        for (double[] column : columns) all.add(Column.real("x" + all.size(), column));
        return Features.of(Table.of(all), all.stream().map(Column::name).toList());
    }

    private static Features random(int rows, int columns) {
        Random random = new Random(3);
        return of(
                IntStream.range(0, columns)
                        .mapToObj(_ -> random.doubles(rows).toArray())
                        .toArray(double[][]::new));
    }

    @Test
    void pointsOnALineHaveOneComponent() {
        PrincipalComponents line =
                PrincipalComponents.of(of(new double[] {0, 3, 6}, new double[] {0, 4, 8}));
        assertThat(line.count()).isEqualTo(1);
        assertThat(line.weight(0, 0)).isCloseTo(0.6, ROUNDING);
        assertThat(line.weight(0, 1)).isCloseTo(0.8, ROUNDING);
        assertThat(line.share(0)).isEqualTo(1);
        assertThat(line.variance(0)).isCloseTo(25, ROUNDING);
        assertThat(line.score(0, 0)).isCloseTo(-5, ROUNDING);
        assertThat(line.score(0, 2)).isCloseTo(5, ROUNDING);
    }

    @Test
    void theLargestWeightOfAComponentIsPositive() {
        PrincipalComponents falling =
                PrincipalComponents.of(of(new double[] {0, 3, 6}, new double[] {8, 4, 0}));
        assertThat(falling.weight(0, 0)).isCloseTo(-0.6, ROUNDING);
        assertThat(falling.weight(0, 1)).isCloseTo(0.8, ROUNDING);
        PrincipalComponents tie =
                PrincipalComponents.of(of(new double[] {0, 1, 2}, new double[] {2, 1, 0}));
        assertThat(tie.weight(0, 0)).isPositive();
    }

    @Test
    void scoresAndWeightsGiveTheRowsBack() {
        for (Features features : List.of(random(40, 5), random(4, 30))) {
            PrincipalComponents components = PrincipalComponents.of(features);
            for (int column = 0; column < features.columns().size(); column++) {
                double mean = StandardScaler.of(features).mean(column);
                for (int row = 0; row < features.rows(); row++) {
                    double sum = mean;
                    for (int i = 0; i < components.count(); i++)
                        sum += components.score(i, row) * components.weight(i, column);
                    assertThat(sum).isCloseTo(features.at(row, column), ROUNDING);
                }
            }
        }
    }

    @Test
    void componentsAreAtRightAnglesAndCarryEverything() {
        PrincipalComponents components = PrincipalComponents.of(random(40, 5));
        double shares = 0;
        for (int one = 0; one < components.count(); one++) {
            shares += components.share(one);
            for (int other = 0; other < components.count(); other++) {
                double cosine = 0;
                for (int column = 0; column < 5; column++)
                    cosine += components.weight(one, column) * components.weight(other, column);
                assertThat(cosine).isCloseTo(one == other ? 1 : 0, ROUNDING);
            }
        }
        assertThat(shares).isCloseTo(1, ROUNDING);
        assertThat(components.share(0)).isGreaterThan(components.share(1));
    }

    @Test
    void fewRunsWithManyNodesHaveOneComponentFewerThanRuns() {
        assertThat(PrincipalComponents.of(random(4, 30)).count()).isEqualTo(3);
    }

    @Test
    void theOrderOfRowsChangesNothing() {
        PrincipalComponents forwards =
                PrincipalComponents.of(
                        of(new double[] {1, 5, 2, 8}, new double[] {0.1, 0.7, 0.3, 0.2}));
        PrincipalComponents backwards =
                PrincipalComponents.of(
                        of(new double[] {8, 2, 5, 1}, new double[] {0.2, 0.3, 0.7, 0.1}));
        assertThat(backwards.table()).isEqualTo(forwards.table());
        assertThat(backwards.score(1, 0)).isEqualTo(forwards.score(1, 3));
    }

    @Test
    void theFirstComponentsAreFeaturesOfTheSameRows() {
        PrincipalComponents components = PrincipalComponents.of(random(10, 4));
        Features reduced = components.reduced(2);
        assertThat(reduced.columns()).containsExactly("pc1", "pc2");
        assertThat(reduced.at(7, 1)).isEqualTo(components.score(1, 7));
        assertThat(components.reduced(9).columns()).hasSize(4);
    }

    @Test
    void theTableNamesWhatEachComponentConsistsOf() {
        PrincipalComponents line =
                PrincipalComponents.of(of(new double[] {0, 3, 6}, new double[] {0, 4, 8}));
        assertThat(line.table().names())
                .containsExactly("component", "variance", "share", "x0_weight", "x1_weight");
        assertThat(line.table().column("component").text(0)).isEqualTo("pc1");
        assertThat(line.table().real("x0_weight").at(0)).isCloseTo(0.6, ROUNDING);
        assertThat(line.table().real("x1_weight").at(0)).isCloseTo(0.8, ROUNDING);
        assertThat(line.reduced(1).columns()).containsExactly("pc1");
    }

    @Test
    void mistakesAreExplained() {
        PrincipalComponents none = PrincipalComponents.of(of(new double[] {1, 1}));
        assertThat(none.count()).isZero();
        assertThatThrownBy(() -> none.reduced(1))
                .hasMessage("all rows are equal, so no principal components exist");
        assertThatThrownBy(() -> none.reduced(0)).hasMessage("0 components");
    }
}
