package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;

import java.io.IOException;

/// `treeline ensemble cluster` and `treeline ensemble variability` on six runs that fit on a
/// napkin.
class ClusterCommandTest extends CommandTest {
    @BeforeEach
    void draw() throws IOException {
        run("a", 4, "gcc", 60, 10);
        run("b", 4, "gcc", 61, 11);
        run("c", 4, "gcc", 63, 10);
        run("d", 8, "clang", 30, 20);
        run("e", 8, "clang", 31, 21);
        run("f", 8, "gcc", 40, 28);
    }

    private void run(String name, int ranks, String compiler, int main, int io) throws IOException {
        drawn(
                name + ".run",
                """
                metric time s inclusive
                path     whole
                main     %d
                main/io  %d

                metric load %% point
                path     whole
                main     1

                fact ranks %d
                fact compiler %s
                """
                        .formatted(main, io, ranks, compiler));
    }

    private String runs() {
        return folder + "/*.run";
    }

    @Test
    void runsComeAsPeopleCount() throws IOException {
        run("a10", 4, "gcc", 62, 11);
        run("a9", 4, "gcc", 62, 10);
        String csv = printed("ensemble", "cluster", runs(), "--csv");
        assertThat(csv.lines().map(line -> line.replaceFirst(".*[,/](\\w+)[.]run.*", "$1")))
                .containsSubsequence("a9", "a10", "b", "c");
    }

    @Test
    void runsThatAreAlikeAreACluster() {
        assertThat(printed("ensemble", "cluster", runs()))
                .isEqualTo(
                        """
                        6 runs in 2 clusters, silhouette 0.802
                        features: main, main/io
                        the highest silhouette of 2 to 5 clusters

                        cluster  runs  silhouette  in common
                              0     3       0.673  ranks = 8
                              1     3       0.930  ranks = 4, compiler = gcc

                        run    cluster  silhouette
                        d.run        0       0.708
                        e.run        0       0.741
                        f.run        0       0.570
                        a.run        1       0.931
                        b.run        1       0.932
                        c.run        1       0.928
                        runs are in\s
                        """);
    }

    @Test
    void programsGetWhatRunsDifferInBeside() {
        assertThat(printed("ensemble", "cluster", runs(), "--k", 2, "--csv"))
                .isEqualTo(
                        """
                        cluster,silhouette,run,ranks,compiler
                        0,0.7081053221737951,d.run,8,clang
                        0,0.7414443447230358,e.run,8,clang
                        0,0.5702875441769195,f.run,8,gcc
                        1,0.9313212515671009,a.run,4,gcc
                        1,0.931544747237112,b.run,4,gcc
                        1,0.9278369797807404,c.run,4,gcc
                        """);
    }

    @Test
    void runsMayBeClusteredByOtherFeatures() {
        assertThat(
                        printed(
                                "ensemble",
                                "cluster",
                                runs(),
                                "--features",
                                "ranks",
                                "--features",
                                "time",
                                "--pca",
                                1,
                                "--seed",
                                3))
                .isEqualTo(
                        """
                        6 runs in 2 clusters, silhouette 0.958
                        features: main, main/io, ranks
                        1 of 3 components explain 93.9 % of the variance
                        the highest silhouette of 2 to 5 clusters

                        cluster  runs  silhouette  in common
                              0     3       0.968  ranks = 4, compiler = gcc
                              1     3       0.949  ranks = 8

                        run    cluster  silhouette
                        a.run        0       0.975
                        b.run        0       0.969
                        c.run        0       0.959
                        d.run        1       0.954
                        e.run        1       0.961
                        f.run        1       0.933
                        runs are in\s
                        """);
    }

    @Test
    void groupsOfRunsAreClusteredByTheirMeans() {
        assertThat(
                        printedWithWarnings(
                                "ensemble",
                                "cluster",
                                runs(),
                                "--group-by",
                                "ranks",
                                "--group-by",
                                "compiler",
                                "--k",
                                2,
                                "--csv"))
                .isEqualTo(
                        """
                        cluster,silhouette,run,ranks,compiler
                        0,0.5416057758793255,"8, clang",8,clang
                        0,0.5688173366154937,"8, gcc",8,gcc
                        1,0.0,"4, gcc",4,gcc
                        """);
    }

    @Test
    void clustersThatMayBeChanceAreWarnedOf() {
        Object[] words = {
            "ensemble", "cluster", runs(), "--group-by", "ranks", "--group-by", "compiler", "--k", 2
        };
        assertThat(run(session, words).err())
                .isEqualTo(
                        "warning: silhouette 0.370: weak structure (1: clear, 0: none); these"
                                + " clusters may be random\n");
    }

    @Test
    void nodesAreClusteredByTheirMeans() {
        assertThat(printed("ensemble", "cluster", runs(), "--rows", "nodes", "--k", 2))
                .isEqualTo(
                        """
                        2 nodes in 2 clusters, silhouette 0
                        features: time_mean

                        cluster  nodes  time_mean_centre  silhouette
                              0      1             -1.00  0
                              1      1              1.00  0

                        path     cluster  silhouette
                        main/io        0           0
                        main           1           0
                        """);
    }

    @Test
    void eachRunAtEachNodeMayBeClustered() {
        assertThat(
                        printed(
                                "ensemble",
                                "cluster",
                                runs(),
                                "--rows",
                                "values",
                                "--features",
                                "time",
                                "--features",
                                "ranks",
                                "--where",
                                "compiler = 'gcc'",
                                "--k",
                                3,
                                "--csv"))
                .isEqualTo(
                        """
                        cluster,silhouette,node,path,run,ranks
                        0,0.9902597402597403,1,main/io,a.run,4
                        0,0.9801324503311258,1,main/io,b.run,4
                        0,0.9902597402597403,1,main/io,c.run,4
                        1,0.959731543624161,0,main,a.run,4
                        1,0.9703947368421053,0,main,b.run,4
                        1,0.9525316455696202,0,main,c.run,4
                        2,0.7849017259109283,0,main,f.run,8
                        2,0.7797414943279094,1,main/io,f.run,8
                        """);
    }

    @Test
    void variabilityNamesTheNodesThatMakeARunSlow() {
        assertThat(
                        printed(
                                "ensemble",
                                "variability",
                                runs(),
                                "--where",
                                "ranks = 4 or compiler = 'clang'",
                                "--group-by",
                                "ranks"))
                .isEqualTo(
                        """
                        ranks = 4 (3 runs):
                        time of 3 runs varies by 2.5 % around its mean
                        fastest  60.0 s  a.run
                        median   61.0 s  b.run
                        slowest  63.0 s  c.run

                        path       share      own  fastest  median  slowest  varies
                        main     100.0 %  +3.00 s   60.0 s  61.0 s   63.0 s   2.5 %
                        main/io    0.0 %      0 s   10.0 s  11.0 s   10.0 s   5.6 %

                        ranks = 8 (2 runs):
                        time of 2 runs varies by 2.3 % around its mean
                        fastest  30.0 s  d.run
                        median   30.0 s  d.run
                        slowest  31.0 s  e.run

                        path       share      own  fastest  median  slowest  varies
                        main/io  100.0 %  +1.00 s   20.0 s  20.0 s   21.0 s   3.4 %
                        main       0.0 %      0 s   30.0 s  30.0 s   31.0 s   2.3 %
                        """);
    }

    @Test
    void variabilityMayBeAddedUpByName() {
        assertThat(printedWithWarnings("ensemble", "variability", runs(), "--by", "name"))
                .isEqualTo(
                        """
                        time of 6 runs varies by 32.8 % around its mean
                        fastest  30.0 s  d.run
                        median   40.0 s  f.run
                        slowest  63.0 s  c.run

                        name    share      own  nodes
                        main  130.3 %  +43.0 s      1
                        io    -30.3 %  -10.0 s      1
                        """);
        assertThat(printedWithWarnings("ensemble", "variability", runs(), "--csv"))
                .isEqualTo(
                        """
                        node,path,fastest [s],median [s],slowest [s],difference [s],own_difference [s],share,variation
                        0,main,30.0,40.0,63.0,33.0,43.0,1.303030303030303,0.3279754061450509
                        1,main/io,20.0,28.0,10.0,-10.0,-10.0,-0.30303030303030304,0.44846404538156676
                        """);
        assertThat(
                        printedWithWarnings(
                                "ensemble",
                                "variability",
                                runs(),
                                "--group-by",
                                "compiler",
                                "--by",
                                "name",
                                "--json"))
                .contains(
                        """
                          {"compiler": "gcc", "name": "main", "nodes": 1, "own_difference": 41, "share": 1.7826086956521738},
                        """);
    }

    @Test
    void whatHasNoValueIsLeftOutWithAWarning() {
        Session.Answer ofRuns =
                run(
                        session,
                        "ensemble",
                        "cluster",
                        runs(),
                        "--features",
                        "load",
                        "--features",
                        "time",
                        "--features",
                        "time:inclusive",
                        "--k",
                        2);
        assertThat(ofRuns.err())
                .isEqualTo("warning: omitted: 1 node without a value in every run\n");
        assertThat(ofRuns.out()).contains("features: load main, time main, time main/io\n");
        Session.Answer ofValues =
                run(
                        session,
                        "ensemble",
                        "cluster",
                        runs(),
                        "--rows",
                        "values",
                        "--features",
                        "load",
                        "--features",
                        "time");
        assertThat(ofValues.err())
                .isEqualTo("warning: omitted: 6 rows without a value of every feature\n");
        assertThat(ofValues.out()).startsWith("6 values in 2 clusters");
    }

    @Test
    void aGroupOfOneRunIsLeftOutWithAWarning() {
        Session.Answer answer =
                run(
                        session,
                        "ensemble",
                        "variability",
                        runs(),
                        "--group-by",
                        "ranks",
                        "--group-by",
                        "compiler",
                        "--csv");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err()).isEqualTo("warning: omitted, because it has one run: 8, gcc\n");
        assertThat(answer.out())
                .startsWith("ranks,compiler,node,path,")
                .contains("\n4,gcc,0,")
                .contains("\n8,clang,0,")
                .doesNotContain("\n8,gcc,");
    }

    @Test
    void mistakesAreExplained() {
        assertThat(refused("ensemble", "cluster", runs(), "--features", "size"))
                .startsWith(
                        "treeline: no metric 'size'; available: time (:inclusive, :exclusive),"
                                + " load");
        assertThat(refused("ensemble", "cluster", runs(), "--features", "compiler"))
                .startsWith(
                        "treeline: 'compiler' cannot be a feature: for a.run it is gcc, not a"
                                + " number");
        assertThat(refused("ensemble", "cluster", runs(), "--rows", "nodes", "--features", "ranks"))
                .startsWith(
                        "treeline: nodes have no metadata such as 'ranks'; use it to cluster runs"
                                + " or values");
        assertThat(refused("ensemble", "cluster", runs(), "--k", 7))
                .startsWith(
                        "treeline: 6 rows, 6 of them distinct, cannot be divided into 7 clusters");
        assertThat(refused("ensemble", "variability", runs(), "--metric", "load"))
                .startsWith(
                        "treeline: metric 'load' is a point reading and has no exclusive values");
        assertThat(
                        refused(
                                "ensemble",
                                "variability",
                                runs(),
                                "--group-by",
                                "compiler",
                                "--where",
                                "ranks = 8 and compiler = 'gcc'"))
                .contains(
                        "treeline: variability needs at least two runs per group; every group has"
                                + " one");
    }
}
