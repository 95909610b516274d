package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Clusters of points that can be seen by eye, and what must not change them.
class KMeansTest {
    /// ```
    /// 5 | . . . . d e
    /// 1 | b c . . . .
    /// 0 | a . . . . .
    /// ```
    private static final String MAP =
            """
            a 0 0
            b 0 1
            c 1 1
            d 4 5
            e 5 5
            """;

    private static Features map(String drawn) {
        List<String> names = new ArrayList<>();
        List<Double> across = new ArrayList<>();
        List<Double> up = new ArrayList<>();
        for (String line : drawn.strip().lines().toList()) {
            String[] words = line.split(" ");
            names.add(words[0]);
            across.add(Double.valueOf(words[1]));
            up.add(Double.valueOf(words[2]));
        }
        return Features.of(
                Table.of(
                        Column.text("run", names),
                        Column.real("x", names.size(), across::get),
                        Column.real("y", names.size(), up::get)),
                List.of("x", "y"));
    }

    @Test
    void pointsNearEachOtherAreACluster() {
        Clustering clusters = KMeans.of(2).on(map(MAP));
        assertThat(clusters.rows().select("cluster", "run").toString())
                .isEqualTo(
                        """
                        cluster  run
                              0  a
                              0  b
                              0  c
                              1  d
                              1  e
                        """);
        assertThat(clusters.centre(0, 0)).isCloseTo(1.0 / 3, within(1e-15));
        assertThat(clusters.centre(1, 0)).isEqualTo(4.5);
        assertThat(clusters.inertia()).isCloseTo(2 * 2.0 / 3 + 0.5, within(1e-14));
        assertThat(clusters.size(0)).isEqualTo(3);
    }

    @Test
    void aSilhouetteComparesTheNearestOtherClusterWithItsOwn() {
        Features line = Features.of(Table.of(Column.real("x", 0, 1, 10, 12)), List.of("x"));
        Clustering clusters = KMeans.of(2).on(line);
        assertThat(clusters.silhouette(0)).isCloseTo((11 - 1) / 11.0, within(1e-15));
        assertThat(clusters.silhouette(3)).isCloseTo((11.5 - 2) / 11.5, within(1e-15));
        assertThat(clusters.silhouetteOf(0)).isCloseTo((10 / 11.0 + 9 / 10.0) / 2, within(1e-15));
        assertThat(clusters.silhouette())
                .isCloseTo((10 / 11.0 + 9 / 10.0 + 7.5 / 9.5 + 9.5 / 11.5) / 4, within(1e-15));
    }

    @Test
    void aloneInAClusterARowFitsNeitherWellNorBadly() {
        Features line = Features.of(Table.of(Column.real("x", 0, 1, 10)), List.of("x"));
        assertThat(KMeans.of(2).on(line).silhouette(2)).isZero();
        assertThat(KMeans.of(1).on(line).silhouette(2)).isNaN();
    }

    @Test
    void theNumberOfClustersIsChosenBySilhouette() {
        assertThat(KMeans.best(map(MAP), 2, 8).count()).isEqualTo(2);
        Features three =
                Features.of(Table.of(Column.real("x", 0, 1, 100, 101, 200, 201)), List.of("x"));
        assertThat(KMeans.best(three, 2, 8).count()).isEqualTo(3);
        assertThat(KMeans.each(three, 2, 8, 1))
                .extracting(Clustering::count)
                .containsExactly(2, 3, 4, 5);
    }

    @Test
    void theCentresAreATable() {
        assertThat(KMeans.of(2).on(map(MAP)).centres().names())
                .containsExactly("cluster", "rows", "silhouette", "x_centre", "y_centre");
        assertThat(
                        KMeans.of(2)
                                .on(map(MAP))
                                .centres()
                                .select("cluster", "rows", "x_centre")
                                .toString())
                .isEqualToIgnoringWhitespace(
                        """
                        cluster  rows  x_centre
                              0     3   0.33333
                              1     2   4.50000
                        """);
        assertThat(KMeans.of(2).on(map(MAP)).toString())
                .startsWith("5 rows in 2 clusters, silhouette 0.8");
    }

    @Test
    void theOrderOfRowsChangesNothingNotEvenByRounding() {
        List<String> points = new ArrayList<>();
        Random random = new Random(7);
        for (int i = 0; i < 60; i++)
            points.add("p%d %s %s".formatted(i, random.nextGaussian(), random.nextGaussian()));
        Features asDrawn = map(String.join("\n", points)).standardised();
        List<String> shuffled = new ArrayList<>(points);
        Collections.shuffle(shuffled, random);
        Features other = map(String.join("\n", shuffled)).standardised();
        for (int k = 2; k < 7; k++) {
            Clustering one = KMeans.of(k).on(asDrawn);
            Clustering two = KMeans.of(k).on(other);
            assertThat(two.inertia()).isEqualTo(one.inertia());
            assertThat(two.silhouette()).isEqualTo(one.silhouette());
            assertThat(two.centres()).isEqualTo(one.centres());
            for (int row = 0; row < points.size(); row++)
                assertThat(two.of(shuffled.indexOf(points.get(row)))).isEqualTo(one.of(row));
        }
    }

    @Test
    void theOrderOfRunsWithDifferentTreesChangesNothing() {
        List<Run> runs =
                List.of(
                        run("a", "", "main=9.1", "main/solve=6.3", "main/io=1.7"),
                        run("b", "", "main=9.3", "main/io=1.9", "main/start=0.1"),
                        run("c", "", "start=3.3", "main=4.7", "main/io=3.1"),
                        run("d", "", "main/io=3.3", "main=4.9"));
        Clustering forwards = ofRuns(runs);
        Clustering backwards = ofRuns(runs.reversed());
        assertThat(backwards.centres()).isEqualTo(forwards.centres());
        assertThat(backwards.silhouette()).isEqualTo(forwards.silhouette());
        for (int run = 0; run < 4; run++)
            assertThat(backwards.of(3 - run)).isEqualTo(forwards.of(run));
    }

    private static Clustering ofRuns(List<Run> runs) {
        Ensemble ensemble = Ensemble.of(runs);
        return KMeans.best(Features.ofRuns(ensemble, ensemble.metric("time")).standardised(), 2, 8);
    }

    @Test
    void rowsGivenTwiceAreInTheClusterOfTheFirst() {
        Clustering clusters = KMeans.of(2).on(map(MAP + MAP));
        Clustering once = KMeans.of(2).on(map(MAP));
        for (int row = 0; row < 5; row++) {
            assertThat(clusters.of(row)).isEqualTo(once.of(row));
            assertThat(clusters.of(row + 5)).isEqualTo(once.of(row));
        }
        assertThat(clusters.inertia()).isCloseTo(2 * once.inertia(), within(1e-12));
    }

    @Test
    void scalingAFeatureDoesNotChangeStandardisedClusters() {
        Features meters = map(MAP);
        Features scaled =
                map(MAP.replaceAll("(?m)(\\d)$", "$1000")); // the second number, a thousandfold
        Clustering one = KMeans.of(2).on(meters.standardised());
        Clustering two = KMeans.of(2).on(scaled.standardised());
        assertThat(two.rows().column("cluster")).isEqualTo(one.rows().column("cluster"));
        assertThat(two.silhouette()).isCloseTo(one.silhouette(), within(1e-12));
    }

    @Test
    void theSameSeedGivesTheSameClusters() {
        KMeans once = new KMeans(3, 5, 1);
        assertThat(once.on(map(MAP)).rows()).isEqualTo(once.on(map(MAP)).rows());
        assertThat(KMeans.of(3).withSeed(5).seed()).isEqualTo(5);
    }

    @Test
    void everyClusterHasARow() {
        Features many =
                Features.of(
                        Table.of(Column.real("x", 0, 0, 0, 0, 1, 1, 1, 2, 3, 50)), List.of("x"));
        for (long seed = 0; seed < 50; seed++) {
            Clustering clusters = new KMeans(5, seed, 1).on(many);
            for (int cluster = 0; cluster < 5; cluster++)
                assertThat(clusters.size(cluster)).isPositive();
        }
    }

    @Test
    void whatRunsOfAClusterHaveInCommonExplainsIt() {
        Ensemble ensemble =
                Ensemble.of(
                        List.of(
                                run("a", "app=fft trial=1 compiler=gcc", "main=10"),
                                run("b", "app=fft trial=2 compiler=gcc", "main=11"),
                                run("c", "app=fft trial=1 compiler=clang", "main=30"),
                                run("d", "app=fft trial=1 compiler=clang", "main=31")));
        Clustering clusters = KMeans.of(2).on(Features.ofRuns(ensemble, ensemble.metric("time")));
        assertThat(ClusterMetadata.common(ensemble, clusters).toString())
                .isEqualTo(
                        """
                        cluster  metadata  value
                              0  compiler  gcc
                              1  compiler  clang
                              1  trial     1
                        """);
        assertThat(ClusterMetadata.differing(ensemble)).containsExactly("trial", "compiler");
        Ensemble fewer = ensemble.where("compiler = 'gcc'");
        assertThatThrownBy(() -> ClusterMetadata.common(fewer, clusters))
                .hasMessage("the run 'c' was clustered but is not part of the ensemble");
    }

    @Test
    void mistakesAreExplained() {
        Features twins = map("a 0 0\nb 0 0\nc 1 1");
        assertThatThrownBy(() -> KMeans.of(3).on(twins))
                .hasMessage("3 rows, 2 of them distinct, cannot be divided into 3 clusters");
        assertThatThrownBy(() -> KMeans.best(map("a 0 0\nb 1 1"), 2, 8))
                .hasMessage("too few rows: 2 rows, 2 of them distinct, for at least 2 clusters");
        assertThatThrownBy(() -> KMeans.best(map(MAP), 1, 8))
                .hasMessage("the cluster count must be at least 2, found 1 to 8");
        assertThatThrownBy(() -> KMeans.best(map(MAP), 3, 2))
                .hasMessage("the cluster count must be at least 2, found 3 to 2");
        assertThatThrownBy(() -> KMeans.of(0)).hasMessage("cannot divide rows into 0 clusters");
        assertThatThrownBy(() -> new KMeans(2, 1, 0)).hasMessage("starting 0 times");
    }

    @Test
    void thereMayBeOneNumberToChooseFrom() {
        assertThat(KMeans.each(map(MAP), 3, 3, 1)).extracting(Clustering::count).containsExactly(3);
        assertThat(KMeans.best(map("a 0 0\nb 0 1\nc 5 5"), 2, 8).count()).isEqualTo(2);
    }

    @Test
    void ofDivisionsThatAreEquallyGoodTheFirstIsTaken() {
        Clustering one = KMeans.of(2).on(map(MAP));
        Clustering same = KMeans.of(2).withSeed(9).on(map(MAP));
        assertThat(same.silhouette()).isEqualTo(one.silhouette());
        assertThat(KMeans.best(List.of(one, same))).isSameAs(one);
        assertThat(KMeans.best(List.of(same, one))).isSameAs(same);
    }

    /// Six groups of three points, a thousand apart: the centres start in different groups, so that
    /// one start is enough. The points (0, 0), (1, 0) and (0, 1) have squared distances of 4/3 from
    /// their mean.
    @Test
    void oneStartFindsClustersThatLieFarApart() {
        var points = new StringBuilder();
        for (int group = 0; group < 6; group++)
            for (int[] offset : new int[][] {{0, 0}, {1, 0}, {0, 1}})
                points.append("p")
                        .append(points.length())
                        .append(' ')
                        .append(group % 3 * 1000 + offset[0])
                        .append(' ')
                        .append(group / 3 * 1000 + offset[1])
                        .append('\n');
        for (long seed = 0; seed < 30; seed++) {
            Clustering clusters = new KMeans(6, seed, 1).on(map(points.toString()));
            assertThat(clusters.inertia()).isCloseTo(6 * 4.0 / 3, within(1e-6));
            for (int row = 0; row < 18; row++)
                assertThat(clusters.of(row)).isEqualTo(clusters.of(row / 3 * 3));
        }
    }

    /// Best are 0, 1, 2 with 3, and 50; single starts also end with 1 and 2 in one cluster.
    @Test
    void theBestOfAllStartsCounts() {
        Features many =
                Features.of(
                        Table.of(Column.real("x", 0, 0, 0, 0, 1, 1, 1, 2, 3, 50)), List.of("x"));
        for (long seed = 0; seed < 20; seed++)
            assertThat(new KMeans(4, seed, 64).on(many).inertia()).isEqualTo(0.5);
    }

    /// All 3^9 divisions of nine random points, for 40 sets of them.
    @Test
    void noDivisionIsBetter() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            double[] x = random.doubles(9).toArray();
            double[] y = random.doubles(9).toArray();
            Features points =
                    Features.of(
                            Table.of(Column.real("x", x), Column.real("y", y)), List.of("x", "y"));
            double least = Double.POSITIVE_INFINITY;
            for (int code = 0; code < 19683; code++) least = Math.min(least, inertia(x, y, code));
            assertThat(KMeans.of(3).on(points).inertia()).isCloseTo(least, within(1e-12));
        }
    }

    /// @param code the clusters of all points as digits to the base of 3
    private static double inertia(double[] x, double[] y, int code) {
        double[] sum = new double[3];
        double[] sumX = new double[3];
        double[] sumY = new double[3];
        int[] size = new int[3];
        int left = code;
        for (int i = 0; i < x.length; i++, left /= 3) {
            sumX[left % 3] += x[i];
            sumY[left % 3] += y[i];
            sum[left % 3] += x[i] * x[i] + y[i] * y[i];
            size[left % 3]++;
        }
        double inertia = 0;
        for (int c = 0; c < 3; c++)
            if (size[c] > 0) inertia += sum[c] - (sumX[c] * sumX[c] + sumY[c] * sumY[c]) / size[c];
        return inertia;
    }

    /// Noise in eight dimensions, where 64 starts alone do not always find the least inertia.
    @Test
    void theRandomSeedDoesNotDecideOnHardData() {
        Random random = new Random(4);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < 8; i++)
            columns.add(Column.real("f" + i, 150, _ -> random.nextGaussian()));
        Features noise =
                Features.of(Table.of(columns), columns.stream().map(Column::name).toList());
        double first = KMeans.of(6).withSeed(0).on(noise).inertia();
        for (long seed = 1; seed < 6; seed++)
            assertThat(KMeans.of(6).withSeed(seed).on(noise).inertia())
                    .isCloseTo(first, within(1e-9));
    }

    @Test
    void pointsThatDifferInTheSecondNumberOnlyAreDifferent() {
        assertThat(KMeans.of(3).on(map("a 0 0\nb 0 1\nc 0 2\nd 0 2")).count()).isEqualTo(3);
        assertThatThrownBy(() -> KMeans.of(4).on(map("a 0 0\nb 0 1\nc 0 2\nd 0 2")))
                .hasMessage("4 rows, 3 of them distinct, cannot be divided into 4 clusters");
    }

    @Test
    void minusZeroIsZero() {
        Features zeros = Features.of(Table.of(Column.real("x", 0.0, -0.0)), List.of("x"));
        assertThatThrownBy(() -> KMeans.of(2).on(zeros))
                .hasMessage("2 rows, 1 of them distinct, cannot be divided into 2 clusters");
    }

    @Test
    void metadataThatIsCalledAsAColumnOfTheTableIsRenamed() {
        Features labelled =
                Features.of(
                        Table.of(
                                Column.text("cluster", "quartz", "lassen", "quartz"),
                                Column.real("silhouette", 1, 2, 3),
                                Column.text("app", "fft", "fft", "cg"),
                                Column.real("x", 0, 1, 9)),
                        List.of("x"));
        assertThat(KMeans.of(2).on(labelled).rows().names())
                .containsExactly(
                        "cluster", "silhouette", "metadata.cluster", "metadata.silhouette", "app");
    }
}
