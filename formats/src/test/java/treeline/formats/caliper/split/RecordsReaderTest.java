package treeline.formats.caliper.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.caliper.CaliJsonFormat;
import treeline.formats.caliper.CaliText;
import treeline.formats.caliper.CaliText.Read;
import treeline.model.Context;
import treeline.source.Input;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class RecordsReaderTest {
    @TempDir Path folder;

    @Test
    void slashesSeparateTheFramesOfAPath() throws IOException {
        Read run =
                records(
                        """
                        [{"path":"main/solve","mpi.rank":3,"time":1.5},
                         {"mpi.rank":3,"time":0.5}]
                        """);
        assertThat(run.profile().contexts()).containsExactly(Context.ofRank(3));
        assertThat(run.time("main/solve")).isEqualTo(1.5);
        assertThat(run.time("(outside regions)")).isEqualTo(0.5);
    }

    @Test
    void hostsNamesOfThreadsAndGpusBelongToContexts() throws IOException {
        Read run =
                records(
                        """
                        [{"path":"main","mpi.rank":3,"hostname":"n17","thread.name":"worker","cupti.deviceID":1,"time":1.5},
                         {"path":"main/solve","mpi.rank":3,"hostname":"n17","time":0.5}]
                        """);
        assertThat(run.profile().contexts()).containsExactly(new Context("n17", 3, -1, -1, -1));
        assertThat(run.profile().outline().contextLabel("threadname", 0)).isEqualTo("worker");
        assertThat(run.profile().outline().contextLabel("gpudevice", 0)).isEqualTo("1");
        assertThat(run.profile().outline().labels()).isEmpty();
    }

    @Test
    void quotedNumbersAreNumbers() throws IOException {
        Read run =
                records("[{\"path\":\"main\",\"mpi.rank\":\"1\",\"sum#time.duration.ns\":\"12\"}]");
        assertThat(run.profile().contexts()).containsExactly(Context.ofRank(1));
        assertThat(run.time("main")).isEqualTo(12);
    }

    @Test
    void objectsWithoutBracketsAroundThemAreRecordsToo() throws IOException {
        assertThat(
                        records("{\"path\":\"a\",\"time\":1.5}\n{\"path\":\"b\",\"time\":2}\n")
                                .time("b"))
                .isEqualTo(2);
    }

    @Test
    void pathsOfSeveralAttributesAreJoinedAndNamedAsUnsure() throws IOException {
        Read run = records("[{\"function\":\"main/run\",\"loop\":\"solve\",\"time\":1.5}]");
        assertThat(run.time("main/run/solve")).isEqualTo(1.5);
        assertThat(run.reasons())
                .contains(
                        "the file does not specify how 'function', 'loop' are nested (first: %s/run.json record 1)"
                                .formatted(folder));
    }

    @Test
    void aFileThatBreaksOffKeepsItsWholeRecords() throws IOException {
        Read run = records("[{\"path\":\"a\",\"time\":1.5},{\"path\":\"b\",\"ti");
        assertThat(run.time("a")).isEqualTo(1.5);
        assertThat(run.report().isLossy()).isTrue();
        assertThat(run.reasons().getFirst())
                .isEqualTo(
                        "the file cannot be read to its end (first: %s/run.json at byte 40)"
                                .formatted(folder));
    }

    @Test
    void aRecordWithAnImpossibleRankIsLost() throws IOException {
        Read run =
                records(
                        "[{\"path\":\"a\",\"time\":1.5},{\"path\":\"b\",\"mpi.rank\":-4,\"time\":1}]");
        assertThat(run.reasons().getFirst())
                .isEqualTo(
                        "a record has a 'mpi.rank' that is not a non-negative integer (first: %s/run.json record 2)"
                                .formatted(folder));
    }

    @Test
    void whatIsNoRecordIsAnErrorWithItsPlace() {
        assertThatThrownBy(() -> records("[5]"))
                .hasMessage(
                        "%s/run.json at byte 1: expected a record, found VALUE_NUMBER_INT"
                                .formatted(folder));
        assertThatThrownBy(() -> records("[{\"a\" 5}]"))
                .hasMessageStartingWith(
                        "%s/run.json at byte 6: expected records as JSON objects, found "
                                .formatted(folder));
    }

    @Test
    void severalFilesAreNotOneProfile() throws IOException {
        Files.writeString(folder.resolve("a.json"), "[]");
        Files.writeString(folder.resolve("b.json"), "[]");
        Input both = Input.of(folder.toString());
        assertThat(new CaliJsonFormat().sniff(both)).isEqualTo(Match.NO);
        assertThatThrownBy(() -> new CaliJsonFormat().open(both))
                .hasMessage(
                        "%s: expected one file of json records, found 2 files".formatted(folder));
    }

    @Test
    void aPathAndNumbersAloneAreOnlyPlausible() throws IOException {
        Path file =
                Files.writeString(folder.resolve("maybe.json"), "[{\"path\":\"a\",\"size\":1}]");
        assertThat(new CaliJsonFormat().sniff(Input.of(file))).isEqualTo(Match.PLAUSIBLE);
    }

    private Read records(String text) throws IOException {
        return CaliText.read(
                new CaliJsonFormat(), Files.writeString(folder.resolve("run.json"), text));
    }
}
