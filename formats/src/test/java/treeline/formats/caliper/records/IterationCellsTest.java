package treeline.formats.caliper.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.caliper.CaliText;
import treeline.formats.caliper.CaliText.Read;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.io.IOException;
import java.nio.file.Path;

class IterationCellsTest {
    private static final String LOOP =
            """
            __rec=node,id=54,attr=10,data=21,parent=1
            __rec=node,id=55,attr=8,data=iteration#solve,parent=54
            __rec=node,id=60,attr=22,data=main
            __rec=node,id=61,attr=23,data=solve,parent=60
            __rec=node,id=62,attr=21,data=sweep,parent=61
            """;

    @TempDir Path folder;

    @Test
    void recordsByIterationAreTheSeriesOfTheirCell() throws IOException {
        Read run =
                cali(
                        """
                        __rec=ctx,ref=62,attr=55=41,data=0=1.5
                        __rec=ctx,ref=62,attr=55=41,data=1=2.5
                        __rec=ctx,ref=62,attr=55=41,data=3=4
                        """);
        assertThat(series(run, "main/solve/sweep")).containsExactly(1.5, 2.5, Double.NaN, 4);
        assertThat(run.time("main/solve/sweep")).isEqualTo(8);
    }

    @Test
    void theLoopIsLabelledAsKeepingEachIteration() throws IOException {
        Read run = cali("__rec=ctx,ref=61,attr=55=41,data=0=1\n");
        assertThat(
                        run.profile()
                                .outline()
                                .label(Profile.LOOP_LABEL, run.profile().tree().at("main/solve")))
                .isEqualTo(Profile.LOOP_EACH);
    }

    @Test
    void whatALoopDoesBetweenIterationsStandsBelowIt() throws IOException {
        Read run =
                cali(
                        """
                        __rec=ctx,ref=61,attr=41,data=0.5
                        __rec=ctx,ref=61,attr=55=41,data=0=1
                        __rec=ctx,ref=61,attr=55=41,data=1=2
                        __rec=ctx,ref=60,attr=41,data=7
                        """);
        assertThat(series(run, "main/solve")).containsExactly(1, 2);
        assertThat(run.time("main/solve/(between iterations)")).isEqualTo(0.5);
        assertThat(run.time("main")).isEqualTo(7);
    }

    @Test
    void snapshotsOfATimeSeriesCountBeforeIterations() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=56,attr=8,data=timeseries.snapshot,parent=54
                        __rec=ctx,ref=62,attr=55=56=41,data=19=0=1
                        __rec=ctx,ref=62,attr=55=56=41,data=39=1=2
                        """);
        assertThat(series(run, "main/solve/sweep")).containsExactly(1, 2);
    }

    @Test
    void ofNestedLoopsTheFirstCounts() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=56,attr=8,data=iteration#inner,parent=54
                        __rec=ctx,ref=62,attr=55=56=41,data=0=0=1
                        __rec=ctx,ref=62,attr=55=56=41,data=0=1=2
                        """);
        assertThat(series(run, "main/solve/sweep")).containsExactly(3);
        assertThat(run.reasons())
                .containsExactly(
                        "records of nested loops are stored by the iterations of 'solve' only, 2 times (first: %s/run.cali line 30)"
                                .formatted(folder));
    }

    @Test
    void iterationsFarApartAreNumberedInTheirOrder() throws IOException {
        Read run =
                cali(
                        """
                        __rec=ctx,ref=62,attr=55=41,data=1000000000000=1
                        __rec=ctx,ref=62,attr=55=41,data=5=2
                        """);
        assertThat(series(run, "main/solve/sweep")).containsExactly(2, 1);
        assertThat(run.reasons())
                .containsExactly(
                        "iterations are renumbered consecutively, because few of them were recorded"
                                + " (first: iteration 1000000000000)");
    }

    @Test
    void iterationsSpreadOverTooManyNodesAreSummed() throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < 3000; i++)
            lines.append("__rec=node,id=%d,attr=21,data=r%d,parent=61\n".formatted(1000 + i, i))
                    .append("__rec=ctx,ref=%d,attr=55=41,data=%d=1\n".formatted(1000 + i, i));
        Read run = cali(lines.toString());
        assertThat(run.profile().column("time").hasSeries()).isFalse();
        assertThat(run.reasons())
                .containsExactly(
                        "iteration numbers are too sparse to store; iterations were summed");
    }

    @Test
    void readingsAreKeptForAllIterations() throws IOException {
        Read run =
                cali(
                        """
                        __rec=node,id=56,attr=8,data=alloc.region.highwatermark,parent=45
                        __rec=ctx,ref=62,attr=55=56,data=0=100
                        __rec=ctx,ref=62,attr=55=56,data=1=80
                        """);
        assertThat(run.value("alloc.region.highwatermark", "main/solve/sweep", 0)).isEqualTo(100);
        assertThat(run.reasons())
                .containsExactly(
                        "point readings are stored for all iterations together, not for each"
                                + " (first: alloc.region.highwatermark)");
    }

    private Read cali(String lines) throws IOException {
        return CaliText.cali(folder, LOOP + lines);
    }

    private static double[] series(Read run, String path) {
        SparseRows rows = run.profile().column("time").byContext();
        return rows.series(rows.find(0, run.profile().tree().at(path)));
    }
}
