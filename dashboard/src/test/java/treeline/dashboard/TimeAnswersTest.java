package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Answers for the timeline and its intervals.
class TimeAnswersTest {
    /// Rank 0 solves from second 8 to 48, rank 1 from 32 on; rank 2 was not traced.
    private static final String TRACED =
            """
            path             rank0  rank1  rank2
            main                24     32      5
            main/solve          40     32      5
            trace 0 64 0 0 8 1 48 0
            trace 1 64 0 0 32 1
            message 0 1 1 64 10 11 5 12
            """;

    @TempDir Path folder;
    private OpenRuns runs = new OpenRuns(new Formats(List.of(), List.of()));
    private Answers answers = new Answers(runs, "");

    @BeforeEach
    void open() throws IOException {
        runs = new OpenRuns(new Formats(List.of(new DrawnFormat()), List.of()));
        open("traced.txt", TRACED);
        open("plain.txt", "path rank0\nmain 1\n");
        answers = new Answers(runs, "1.2");
    }

    private void open(String name, String drawing) throws IOException {
        Path file = Files.writeString(folder.resolve(name), drawing);
        assertThat(runs.open(file.toString(), Optional.empty())).isEmpty();
    }

    @AfterEach
    void close() throws IOException {
        runs.close();
    }

    private String text(String name, String query) throws IOException {
        return new String(answers.of(name, query).bytes(), StandardCharsets.UTF_8)
                .replaceAll("\\s+", " ")
                .replace("[ ", "[")
                .replace(" ]", "]")
                .strip();
    }

    private byte[] cells(String query) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.wrap(answers.of("timeline", query).bytes())
                        .order(ByteOrder.LITTLE_ENDIAN);
        byte[] all = new byte[bytes.capacity()];
        bytes.get(all);
        int length = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).getInt();
        int start = Math.ceilDiv(4 + length, 8) * 8 + 8 + 8; // contexts, nodes
        return java.util.Arrays.copyOfRange(all, start, start + 1024);
    }

    @Test
    void aTraceHasALengthRowsAndTheMetricsOfItsIntervals() throws IOException {
        assertThat(text("trace", "run=0"))
                .contains("\"nanos\": 64000000000")
                .contains("\"names\": [\"rank 0\", \"rank 1\"]")
                .contains("\"interactions\": true")
                .contains("\"depth\": 2")
                .contains("\"metrics\": [{\"name\": \"time\", \"unit\": \"ns\"");
    }

    @Test
    void aRunWithoutATraceHasNoRows() throws IOException {
        assertThat(text("trace", "run=1")).contains("\"names\": []", "\"metrics\": []");
        assertThatThrownBy(() -> answers.of("timeline", "run=1&level=0&tile=0"))
                .hasMessage("the run has no trace, which records activity over time");
        assertThatThrownBy(() -> answers.of("values", "run=1&metric=time&between=0-5"))
                .hasMessageContaining("has no trace");
    }

    @Test
    void aTileHasTheNodeInTheMiddleOfEachColumn() throws IOException {
        byte[] whole = cells("run=0&level=0&tile=0");
        assertThat(whole[63]).isEqualTo((byte) 0); // rank 0 before second 8
        assertThat(whole[64]).isEqualTo((byte) 1); // then in solve
        assertThat(whole[384]).isEqualTo((byte) 0); // from second 48 on in main
        assertThat(whole[512 + 255]).isEqualTo((byte) 0); // rank 1 until second 32
        assertThat(whole[512 + 256]).isEqualTo((byte) 1);
        assertThat(text("timeline", "run=0&level=1&tile=1"))
                .contains("\"from\": 32000000000, \"to\": 64000000000, \"width\": 512");
        assertThat(text("timeline", "run=0&level=0&tile=0&contexts=1"))
                .contains("{\"name\": \"context\", \"type\": \"i32\", \"length\": 1}");
    }

    @Test
    void wrongTilesAreRefused() {
        assertThatThrownBy(() -> answers.of("timeline", "run=0&level=1&tile=2"))
                .hasMessage("parameter 'tile' expects an integer from 0 to 1, found '2'");
        assertThatThrownBy(() -> answers.of("timeline", "run=0&level=99&tile=0"))
                .hasMessageContaining("parameter 'level' expects");
        assertThatThrownBy(() -> answers.of("timeline", "run=0&level=52&tile=0"))
                .hasMessageContaining("is shorter than a nanosecond");
    }

    @Test
    void aMomentTellsTheExactStartAndEnd() throws IOException {
        assertThat(text("moment", "run=0&context=0&at=9000000000"))
                .contains("\"name\": \"solve\", \"begin\": 8000000000, \"end\": 48000000000");
        assertThat(text("moment", "run=0&context=0&at=9000000000&depth=0"))
                .contains("\"name\": \"main\", \"begin\": 0, \"end\": 64000000000");
        assertThat(text("moment", "run=0&context=2&at=9")).isEqualTo("{}");
    }

    @Test
    void anIntervalListsItsFunctionsByTime() throws IOException {
        assertThat(text("interval", "run=0&between=0-16000000000&bins=2"))
                .contains("\"traced\": 32000000000")
                .contains("{\"name\": \"main\", \"nanos\": 24000000000}")
                .contains("{\"name\": \"solve\", \"nanos\": 8000000000}")
                .contains("\"rows\": 2");
    }

    @Test
    void anIntervalFiltersTreeRanksFindingsAndExecutions() throws IOException {
        String between = "&between=0-16000000000";
        assertThat(text("tree", "run=0" + between)).contains("no activity");
        assertThat(text("values", "run=0&metric=time" + between)).contains("\"unit\": \"ns\"");
        assertThat(text("ranks", "run=0&metric=time&nodes=1" + between))
                .contains("\"max\": 8000000000", "\"mean\": 4000000000");
        assertThat(text("findings", "run=0&metric=time" + between)).contains("hot-path");
        assertThat(text("executions", "run=0&metric=time&nodes=0" + between))
                .contains("\"runs\": [{\"run\": 0");
        assertThat(text("contexts", "run=0" + between)).contains("\"length\": 2}");
    }

    @Test
    void anIntervalHasTheNumbersOfTheCommandLine() throws IOException {
        String asked =
                text("ask", "question=tree&run=0&between=0s%2016s&metric=time&form=json")
                        .replaceAll("[\\s]", "");
        assertThat(asked).contains("\"path\":\"main/solve\",\"value\":4000000000");
        assertThat(text("executions", "run=0&metric=time&nodes=1&between=0-16000000000"))
                .contains("\"total\": 4000000000");
    }

    @Test
    void overlaysAreMessagesWaitsAndTheCriticalPath() throws IOException {
        String overlays = text("overlays", "run=0&show=messages,waits,path");
        assertThat(overlays)
                .contains("\"messages\": 1, \"elsewhere\": 0, \"waits\": 1")
                .contains("\"kinds\": [\"late sender\"")
                .contains("\"waited\": 5000000000");
        assertThat(text("overlays", "run=0&show=messages&contexts=0"))
                .contains("\"messages\": 0, \"elsewhere\": 1");
        assertThat(text("overlays", "run=0&show=messages,waits&between=20000000000-30000000000"))
                .contains("\"messages\": 0", "\"waits\": 0");
    }

    @Test
    void theMatrixHasBytesMessagesAndTransferTimes() throws IOException {
        assertThat(text("matrix", "run=0&bins=64"))
                .contains("\"names\": [\"0\", \"1\"], \"total\": 1, \"elsewhere\": 0");
        assertThatThrownBy(() -> answers.of("matrix", "run=0&bins=257"))
                .hasMessageContaining("parameter 'bins' expects an integer from 0 to 256");
    }

    @Test
    void wrongIntervalsAreRefused() {
        assertThatThrownBy(() -> answers.of("tree", "run=0&between=5"))
                .hasMessageContaining("expects two times in nanoseconds, such as 1000-2500");
        assertThatThrownBy(() -> answers.of("tree", "run=0&between=5-5"))
                .hasMessage("parameter 'between' has an interval that ends before it starts: 5-5");
        assertThatThrownBy(() -> answers.of("tree", "run=0&between=5-99000000000"))
                .hasMessage(
                        "parameter 'between' ends at 99000000000 ns, but the run lasts 64000000000"
                                + " ns");
    }
}
