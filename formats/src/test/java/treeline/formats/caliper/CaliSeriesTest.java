package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.caliper.CaliText.Read;
import treeline.model.Context;
import treeline.model.Metadata.Value;
import treeline.source.Input;
import treeline.source.MalformedProfileException;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
                        "ranks are taken from the names of the files (first: %s/run-0.cali)"
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
                             + " another run (whole program is in both); open runs one by one or as"
                             + " an ensemble, by a pattern such as '*.cali'")
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
                .hasMessageContaining("open runs one by one or as an ensemble");
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

    private void write(String name, String lines) throws IOException {
        Files.writeString(folder.resolve(name), CaliText.ATTRIBUTES + lines);
    }

    private Read read() throws IOException {
        return CaliText.read(new CaliFormat(), folder);
    }
}
