package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.caliper.CaliText.Read;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Several `.cali` files as one run.
class CaliSeriesTest {
    @TempDir Path folder;

    @Test
    void filesOfDifferentRanksAreOneRun() throws IOException {
        write(
                "run-0.cali",
                "__rec=node,id=60,attr=21,data=main\n__rec=ctx,ref=60,attr=31=41,data=0=1\n");
        write(
                "run-1.cali",
                "__rec=node,id=77,attr=21,data=main\n__rec=ctx,ref=77,attr=31=41,data=1=2\n");
        Read run = read();
        assertThat(run.profile().contexts()).containsExactly(Context.ofRank(0), Context.ofRank(1));
        assertThat(run.value("time", "main", 1)).isEqualTo(2);
        assertThat(run.profile().tree().size()).isEqualTo(1);
        assertThat(run.reasons()).isEmpty();
    }

    @Test
    void ranksOfFilesThatDoNotTellComeFromTheirNames() throws IOException {
        for (int rank : new int[] {0, 2, 10})
            write("run-%d.cali".formatted(rank), "__rec=ctx,attr=41,data=%d\n".formatted(rank));
        Read run = read();
        assertThat(run.profile().contexts())
                .containsExactly(Context.ofRank(0), Context.ofRank(2), Context.ofRank(10));
        assertThat(run.value("time", "(outside regions)", 2)).isEqualTo(10);
        assertThat(run.reasons())
                .containsExactly(
                        "rank numbers come from the file names (first: %s/run-0.cali)"
                                .formatted(folder));
    }

    @Test
    void runsOfADirectoryAreNotPutTogether() throws IOException {
        write("a.cali", "__rec=ctx,attr=41,data=1\n");
        write("b.cali", "__rec=ctx,attr=41,data=2\n");
        assertThatThrownBy(this::read)
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        ("%1$s/b.cali: expected a rank of the same run as %1$s/a.cali, found"
                             + " another run (whole program is in both); open runs separately, or"
                             + " as an ensemble with a pattern such as '*.cali'")
                                .formatted(folder));
    }

    @Test
    void spotFilesAreRunsEvenIfTheirNamesAreNumbered() throws IOException {
        String spot =
                """
                __rec=node,id=60,attr=10,data=512,parent=3
                __rec=node,id=61,attr=8,data=spot.metrics,parent=60
                __rec=node,id=62,attr=61,data=time
                __rec=ctx,attr=41,data=1
                __rec=globals,ref=62
                """;
        write("run-1.cali", spot);
        write("run-2.cali", spot);
        assertThatThrownBy(this::read)
                .hasMessageContaining("open runs separately, or as an ensemble");
    }

    @Test
    void otherFilesBesideThemAreNamed() throws IOException {
        write("run-0.cali", "__rec=ctx,attr=31=41,data=0=1\n");
        Files.writeString(folder.resolve("notes.txt"), "hello");
        assertThat(new CaliFormat().sniff(Input.of(folder.toString()))).isEqualTo(Match.PLAUSIBLE);
        assertThat(read().reasons())
                .containsExactly(
                        "a file is not part of the recording (first: %s/notes.txt)"
                                .formatted(folder));
    }

    @Test
    void aDirectoryWithoutCaliFilesIsNoProfile() throws IOException {
        Files.writeString(folder.resolve("a.txt"), "hello");
        Files.writeString(folder.resolve("b.txt"), "hello");
        assertThatThrownBy(this::read)
                .hasMessage("%s: expected a .cali file, found none".formatted(folder));
    }

    @Test
    void factsThatDifferBetweenRanksAreThoseOfTheFirst() throws IOException {
        for (int rank = 0; rank < 2; rank++)
            write(
                    "run-%d.cali".formatted(rank),
                    """
                    __rec=ctx,attr=31=41,data=%1$d=1
                    __rec=node,id=70,attr=51,data=%1$d
                    __rec=globals,ref=70
                    """
                            .formatted(rank));
        assertThat(read().profile().metadata().get("jobsize")).contains(new Value.Whole(0));
    }

    @Test
    void filesThatStartedAtDifferentTimesAreRepetitions() throws IOException {
        for (int run : new int[] {1, 2, 10}) writeRun("run_%02d.cali".formatted(run), run, "");
        Read runs = read();
        assertThat(runs.profile().contexts())
                .containsExactly(
                        Context.WHOLE.inRepetition(0),
                        Context.WHOLE.inRepetition(1),
                        Context.WHOLE.inRepetition(2));
        assertThat(runs.value("time", "(outside regions)", 2)).isEqualTo(10);
        assertThat(runs.reasons())
                .containsExactly(
                        "3 files are separate runs (launchdate differs); they are averaged as"
                                + " repetitions",
                        "metadata that differ between the runs are omitted: launchdate");
    }

    @Test
    void repetitionsAreInTheOrderOfTheirNumbers() throws IOException {
        for (int run : new int[] {10, 9}) writeRun("run%d.cali".formatted(run), run, "");
        Read runs = read();
        assertThat(runs.value("time", "(outside regions)", 0)).isEqualTo(9);
        assertThat(runs.value("time", "(outside regions)", 1)).isEqualTo(10);
    }

    @Test
    void repetitionsKeepTheMetadataThatTheyShare() throws IOException {
        writeRun("run1.cali", 1, "app=lulesh,jobsize=1");
        writeRun("run2.cali", 2, "app=lulesh,elapsed=3,jobsize=1");
        Read runs = read();
        assertThat(runs.profile().metadata())
                .isEqualTo(Metadata.NONE.with("app", "lulesh").with("jobsize", 1));
        assertThat(runs.reasons())
                .contains("metadata that differ between the runs are omitted: elapsed, launchdate");
    }

    @Test
    void manyMetadataThatDifferAreNotAllNamed() throws IOException {
        for (int run = 1; run <= 2; run++)
            writeRun(
                    "run%d.cali".formatted(run),
                    run,
                    "a=%1$d,b=%1$d,c=%1$d,d=%1$d,e=%1$d,f=%1$d,g=%1$d,h=%1$d,i=%1$d"
                            .formatted(run));
        assertThat(read().reasons())
                .contains(
                        "metadata that differ between the runs are omitted: a, b, c, d, e, f, g, h"
                                + " and 2 more");
    }

    @Test
    void threadsOfARunStayApart() throws IOException {
        for (int run = 0; run < 2; run++)
            write(
                    "run%d.cali".formatted(run),
                    """
                    __rec=node,id=61,attr=8,data=omp.thread.id,parent=30
                    __rec=ctx,attr=61=41,data=0=1
                    __rec=ctx,attr=61=41,data=1=2
                    """
                            + globals("launchdate=" + run));
        assertThat(read().profile().contexts())
                .containsExactly(
                        new Context("", Context.NONE, 0, Context.NONE, 0),
                        new Context("", Context.NONE, 0, Context.NONE, 1),
                        new Context("", Context.NONE, 1, Context.NONE, 0),
                        new Context("", Context.NONE, 1, Context.NONE, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "launchday",
                "starttime.sec",
                "start_time",
                "jobid",
                "slurm_job_id",
                "run.id"
            })
    void whatTellsRunsApart(String key) throws IOException {
        for (int run = 0; run < 2; run++)
            write(
                    "run%d.cali".formatted(run),
                    "__rec=ctx,attr=41,data=1\n" + globals(key + "=" + run));
        assertThat(read().reasons())
                .contains(
                        "2 files are separate runs (%s differs); they are averaged as repetitions"
                                .formatted(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"starttime.nsec", "hostname", "elapsed_time", "pid", "jobs"})
    void whatDiffersBetweenRanksToo(String key) throws IOException {
        for (int run = 0; run < 2; run++)
            write(
                    "run%d.cali".formatted(run),
                    "__rec=ctx,attr=41,data=1\n" + globals(key + "=" + run));
        assertThat(read().profile().contexts()).extracting(Context::rank).containsExactly(0, 1);
    }

    @Test
    void ranksOfOneJobMayStartAMomentApart() throws IOException {
        writeRun("run-0.cali", 100, "jobsize=2");
        writeRun("run-1.cali", 101, "jobsize=2");
        assertThat(read().profile().contexts())
                .containsExactly(Context.ofRank(0), Context.ofRank(1));
    }

    @Test
    void jobsThatStartFarApartAreRuns() throws IOException {
        writeRun("run-0.cali", 100, "jobsize=2");
        writeRun("run-1.cali", 160, "jobsize=2");
        assertThat(read().profile().contexts())
                .containsExactly(Context.WHOLE.inRepetition(0), Context.WHOLE.inRepetition(1));
    }

    @Test
    void filesWithRanksOfTheirOwnAreRanksWheneverTheyStarted() throws IOException {
        for (int rank = 0; rank < 2; rank++)
            write(
                    "run-%d.cali".formatted(rank),
                    "__rec=ctx,attr=31=41,data=%d=1\n".formatted(rank)
                            + globals("starttime.sec=" + rank));
        Read run = read();
        assertThat(run.profile().contexts()).containsExactly(Context.ofRank(0), Context.ofRank(1));
        assertThat(run.reasons()).isEmpty();
    }

    @Test
    void jobsOfDifferentSizeAreNoRepetitions() throws IOException {
        writeRun("run-1.cali", 100, "jobsize=1");
        writeRun("run-2.cali", 200, "jobsize=2");
        assertThatThrownBy(this::read)
                .hasMessageContaining("open runs separately, or as an ensemble");
    }

    @Test
    void runsWhoseNamesAreNotNumberedAreNotPutTogether() throws IOException {
        writeRun("small.cali", 100, "");
        writeRun("large.cali", 200, "");
        assertThatThrownBy(this::read)
                .hasMessageContaining("open runs separately, or as an ensemble");
    }

    /// A file without ranks that measured and started at the same number of seconds.
    private void writeRun(String name, int seconds, String facts) throws IOException {
        String all = "launchdate=" + seconds + (facts.isEmpty() ? "" : "," + facts);
        write(name, "__rec=ctx,attr=41,data=%d\n".formatted(seconds) + globals(all));
    }

    /// Facts of the run, written as `key=value,key=value`: whole numbers or texts.
    private static String globals(String facts) {
        var lines = new StringBuilder();
        List<String> references = new ArrayList<>();
        int id = 100;
        for (String fact : facts.split(",")) {
            String key = fact.substring(0, fact.indexOf('='));
            String value = fact.substring(fact.indexOf('=') + 1);
            int kind = value.matches("\\d+") ? 50 : 52;
            lines.append("__rec=node,id=%d,attr=8,data=%s,parent=%d\n".formatted(id, key, kind));
            lines.append("__rec=node,id=%d,attr=%d,data=%s\n".formatted(id + 1, id, value));
            references.add(Integer.toString(id + 1));
            id += 2;
        }
        return lines + "__rec=globals,ref=%s\n".formatted(String.join("=", references));
    }

    private void write(String name, String lines) throws IOException {
        Files.writeString(folder.resolve(name), CaliText.ATTRIBUTES + lines);
    }

    private Read read() throws IOException {
        return CaliText.read(new CaliFormat(), folder);
    }
}
