package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
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

/// What the page is told, question by question.
class AnswersTest {
    private static final String SOLVER =
            """
            path             tag   rank0  rank1  rank2  rank3
            main             -         1      1      1      1
            main/solve       COMP     10     10     10     40
            main/solve/wait  COMM     30     30     30      -
            main/step        -  1+2+3+4+5+6  1+2+3+4+5+6  1+2+3+4+5+6  1+2+3+4+5+6

            metric mem B point
            path             rank0  rank1  rank2  rank3
            main                 5      6      7      8
            fact ranks 4
            note two names are alike
            """;

    @TempDir Path folder;
    private OpenRuns runs = new OpenRuns(new Formats(List.of(), List.of()));
    private Answers answers = new Answers(runs, "");

    @BeforeEach
    void open() throws IOException {
        runs = new OpenRuns(new Formats(List.of(new DrawnFormat()), List.of()));
        open("solver.txt", SOLVER);
        open("other.txt", SOLVER.replace("40", "10").replace("main/solve/wait", "main/solve/rest"));
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

    /// An answer taken apart as a browser does it.
    private record Frame(String header, ByteBuffer columns) {
        static Frame of(Response answer) {
            ByteBuffer bytes = ByteBuffer.wrap(answer.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            int length = bytes.getInt();
            byte[] header = new byte[length];
            bytes.get(header);
            int start = Math.ceilDiv(Integer.BYTES + length, 8) * 8;
            return new Frame(
                    new String(header, StandardCharsets.UTF_8),
                    bytes.slice(start, bytes.capacity() - start).order(ByteOrder.LITTLE_ENDIAN));
        }

        int[] whole(int count) {
            int[] values = new int[count];
            columns.asIntBuffer().get(values);
            columns.position(columns.position() + Math.ceilDiv(count * Integer.BYTES, 8) * 8);
            return values;
        }

        double[] real(int count) {
            double[] values = new double[count];
            columns.asDoubleBuffer().get(values);
            columns.position(columns.position() + count * Double.BYTES);
            return values;
        }
    }

    private Frame frame(String name, String query) throws IOException {
        return Frame.of(answers.of(name, query));
    }

    private String json(String name, String query) throws IOException {
        return new String(answers.of(name, query).bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void runsSayWhatCanBeAsked() throws IOException {
        assertThat(json("runs", ""))
                .contains(
                        "\"version\": \"1.2\"", "\"name\": \"solver.txt\"", "\"format\": \"drawn\"")
                .contains("\"nodes\": 4, \"contexts\": 4, \"ranks\": 4, \"threads\": 0")
                .contains("{\"name\": \"time\", \"unit\": \"s\", \"iterations\": true, \"scope\":")
                .contains("\"unit\": \"B\", \"iterations\": true, \"scope\": \"point\"}")
                .contains("\"metric\": \"time\", \"metadata\": {\"ranks\": 4}")
                .contains(
                        "\"warnings\": [{\"text\": \"two names are alike\", \"lossy\": false}],"
                                + " \"problem\": null");
    }

    @Test
    void warningsSayWhetherValuesAreMissing() throws IOException {
        open("torn.txt", "path rank0\nmain 1\nlost a block is damaged\n");
        assertThat(json("runs", ""))
                .contains("{\"text\": \"a block is damaged (first: line 3)\", \"lossy\": true}");
    }

    @Test
    void aTreeIsFourColumnsAndTheNamesOfItsFrames() throws IOException {
        Frame tree = frame("tree", "run=0");
        assertThat(tree.header())
                .contains("{\"name\": \"node\", \"type\": \"i32\", \"length\": 4}")
                .contains(
                        "\"tag\": {\"values\": [\"\", \"COMP\", \"COMM\"], \"of\": [-1, 1, 2, -1]}")
                .contains("\"total\": 4");
        assertThat(tree.header().replaceAll("\\s", ""))
                .contains("\"names\":[\"main\",\"solve\",\"wait\",\"step\"]");
        assertThat(tree.whole(4)).containsExactly(0, 1, 2, 3);
        assertThat(tree.whole(4)).containsExactly(-1, 0, 1, 0);
        assertThat(tree.whole(4)).containsExactly(0, 1, 2, 3);
        assertThat(tree.whole(4)).containsOnly(0);
    }

    @Test
    void valuesStandBesideTheRowsOfTheTree() throws IOException {
        Frame values = frame("values", "run=0&metric=time&over=mean");
        assertThat(values.real(4)).containsExactly(62, 40, 22.5, 21);
        assertThat(values.real(4)).containsExactly(1, 17.5, 22.5, 21);
        assertThat(values.header())
                .contains("\"unit\": \"s\"", "\"total\": 62", "\"combined\": \"mean of 4 ranks\"");
        Frame below = frame("values", "run=0&metric=time&over=max&root=1");
        assertThat(below.real(2)).containsExactly(40, 30);
    }

    @Test
    void contextsAreChosenByRanges() throws IOException {
        Frame some = frame("values", "run=0&metric=time&over=sum&contexts=0-1,3");
        assertThat(some.real(4)).containsExactly(186, 120, 60, 63);
        assertThat(some.header()).contains("sum of 3 ranks (0-1, 3)");
        assertThat(frame("values", "run=0&metric=time&over=mean&contexts=3").real(4))
                .containsExactly(62, 40, Double.NaN, 21);
    }

    @Test
    void ranksOfSeveralNodesMayBeAskedForAsAList() throws IOException {
        String query = "run=0&metric=time&scope=exclusive";
        ByteBuffer list = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(1).putInt(2);
        Frame listed = Frame.of(answers.ofMany(query, list.array()));
        assertThat(listed.real(4)).containsExactly(40, 40, 40, 40);
        assertThat(frame("ranks", query + "&nodes=1%2C2").header()).isEqualTo(listed.header());
        assertThatThrownBy(() -> answers.ofMany(query, new byte[3]))
                .hasMessage("expected 4 bytes per node in a list of nodes, found 3 bytes");
        list.putInt(0, 99);
        assertThatThrownBy(() -> answers.ofMany(query, list.array()))
                .hasMessage("node 99 is not one of the 4 nodes");
    }

    @Test
    void findingsNameWhatToSelect() throws IOException {
        assertThat(json("findings", "run=0&metric=time").replaceAll("\\s", ""))
                .contains("\"node\":1,\"scope\":\"exclusive\",\"contexts\":[3],\"iteration\":null")
                .containsOnlyOnce("\"first\":true");
    }

    @Test
    void aRunThatIsOpenIsAPageOfItsOwnAndStaysOpen() throws IOException {
        assertThat(new String(answers.of("page", "run=0").bytes(), StandardCharsets.UTF_8))
                .contains("treeline-data", "<title>solver.txt");
        assertThat(json("runs", "")).contains("solver.txt");
    }

    @Test
    void operationsAreTheNamesOfFramesThatDoNotCompute() throws IOException {
        open(
                "calls.txt",
                """
                path                    rank0
                main                        1
                main/MPI_Send               1
                main/MPI_Send/memcpy        1
                main/ncclAllReduce          1
                main/solve                  1
                main/solve/memmove          1
                main/MPI_Send/memmove       1
                """);
        assertThat(json("operations", "run=2").replaceAll("\\s", ""))
                .isEqualTo(
                        "{\"Communication\":[\"ncclAllReduce\"],\"MPI\":[\"MPI_Send\",\"memcpy\"]}");
    }

    @Test
    void imbalanceIsAnsweredApart() throws IOException {
        assertThat(frame("imbalance", "run=0&metric=mem").real(4)[0]).isEqualTo(8 / 6.5);
        assertThat(frame("imbalance", "run=0&metric=mem&contexts=3").real(4)[0]).isEqualTo(1);
        assertThat(frame("values", "run=0&metric=mem&over=mean").header())
                .doesNotContain("imbalance");
    }

    @Test
    void whereNoIterationWasKeptNobodyLooksAgain() throws IOException {
        open("plain.txt", "path rank0\nmain 3\n");
        OpenRun plain = runs.run(2);
        assertThat(plain.mayHaveIterations("time")).isTrue();
        answers.of("findings", "run=2&metric=time");
        assertThat(plain.mayHaveIterations("time")).isFalse();
        assertThat(frame("series", "run=2&metric=time&scope=inclusive&node=0").header())
                .contains("\"none\": \"main has no recorded iterations\"");
        answers.of("findings", "run=0&metric=time");
        assertThat(runs.run(0).mayHaveIterations("time")).isTrue();
    }

    @Test
    void ranksAreThoseOfTheChosenIterations() throws IOException {
        String query = "run=0&metric=time&scope=inclusive&iterations=1-2&nodes=";
        Frame step = frame("ranks", query + 3);
        assertThat(step.real(4)).containsExactly(5, 5, 5, 5);
        assertThat(step.header()).contains("\"within\": true");
        Frame solve = frame("ranks", query + 1);
        assertThat(solve.real(4)).containsOnly(Double.NaN);
        Frame main = frame("ranks", query + 0);
        assertThat(main.real(4)).containsExactly(5, 5, 5, 5);
        open("plain.txt", "path rank0\nmain 3\n");
        Frame plain = frame("ranks", query.replace("run=0", "run=2") + 0);
        assertThat(plain.real(1)).containsExactly(3);
        assertThat(plain.header()).contains("\"within\": false");
        assertWrong(
                "ranks",
                "run=0&metric=time&nodes=3&iterations=5-2",
                "parameter 'iterations' has a range that ends before it starts: 5-2");
    }

    @Test
    void stripesOfContextsAreChosenByTheirDistance() throws IOException {
        String query = "run=0&metric=time&over=mean&contexts=";
        assertThat(frame("values", query + "1/2x2").real(4))
                .isEqualTo(frame("values", query + "1,3").real(4));
        assertThat(frame("values", query + "0-1/2x2").real(4))
                .isEqualTo(frame("values", query + "0-3").real(4));
        assertWrong(
                "values",
                query + "1/2x3",
                "parameter 'contexts' expects an integer from 0 to 3, found '5'");
        assertWrong(
                "values",
                query + "1/2",
                "parameter 'contexts' expects stripes as in 3/8x64, found '1/2'");
    }

    @Test
    void theTreeIsThatOfTheChosenIterations() throws IOException {
        String query = "run=0&metric=time&iterations=1-2";
        Frame values = frame("values", query + "&over=mean");
        assertThat(values.real(4)).containsExactly(5, Double.NaN, Double.NaN, 5);
        assertThat(values.header()).contains("\"within\": true");
        assertThat(frame("values", query + "&over=sum&contexts=1-2").real(4)[3]).isEqualTo(10);
        assertThat(frame("imbalance", query + "&over=mean").real(4)[3]).isEqualTo(1);
        assertThat(frame("values", "run=0&metric=time&over=mean").header())
                .contains("\"within\": false");
        Frame mem = frame("values", "run=0&metric=mem&over=mean&iterations=1-2");
        assertThat(mem.real(4)[0]).isEqualTo(6.5);
        assertThat(mem.header()).contains("\"within\": false");
        assertWrong(
                "values",
                "run=0&metric=time&iterations=7-9",
                "no loop has these iterations; available: 0 to 5");
    }

    @Test
    void aSeriesTellsOfDriftAndANodeWithoutOneSaysWhy() throws IOException {
        Frame step = frame("series", "run=0&metric=time&scope=inclusive&node=3");
        assertThat(step.whole(6)).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(step.real(6)).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(step.header())
                .contains(
                        "\"loop\": 3",
                        "\"slope\": 1",
                        "main/step slows down over the run: its iteration time rises by 142.9 % of"
                                + " the mean");
        assertThat(frame("series", "run=0&metric=time&scope=inclusive&node=1").header())
                .contains(
                        "\"none\": \"solve has no recorded iterations\"",
                        "select a node in such a loop");
    }

    @Test
    void executionsAndDifferencesLookAtOtherRuns() throws IOException {
        assertThat(json("executions", "metric=time&scope=inclusive&run=0&nodes=1"))
                .contains(
                        "{\"run\": 0, \"name\": \"solver.txt\", \"setting\": \"\", \"total\": 40}")
                .contains(
                        "{\"run\": 1, \"name\": \"other.txt\", \"setting\": \"\", \"total\":"
                                + " 32.5}")
                .contains("\"best\": 32.5");
        Frame diff = frame("diff", "run=0&against=1&metric=time&over=mean");
        assertThat(diff.header()).contains("\"a\": 62", "\"b\": 54.5");
        assertThat(diff.whole(5)).containsExactly(0, 1, 2, -1, 3);
        assertThat(diff.whole(5)).containsExactly(0, 1, -1, 2, 3);
    }

    @Test
    void sparksAndContextsAreColumns() throws IOException {
        Frame sparks = frame("sparks", "run=0&metric=time&scope=exclusive&nodes=1,0");
        assertThat(sparks.header())
                .contains("{\"name\": \"bins\", \"type\": \"u8\", \"length\": 32}");
        Frame contexts = frame("contexts", "run=0");
        assertThat(contexts.whole(4)).containsExactly(0, 1, 2, 3);
        assertThat(contexts.whole(4)).containsOnly(-1);
        assertThat(contexts.header()).contains("\"hosts\": []");
    }

    @Test
    void wrongQuestionsSayWhatIsWrong() {
        assertWrong("values", "run=0", "parameter 'metric' is missing");
        assertWrong("tree", "run=7", "parameter 'run' expects an integer from 0 to 1, found '7'");
        assertWrong("tree", "run=-1", "parameter 'run' expects an integer from 0 to 1, found '-1'");
        assertWrong("tree", "run=0&run=1", "parameter 'run' is given twice");
        assertWrong(
                "values", "run=0&metric=time&over=best", "parameter 'over' does not accept 'best'");
        assertWrong("values", "run=0&metric=power", "the run has no metric 'power'");
        assertWrong(
                "values",
                "run=0&metric=time&contexts=3-1",
                "parameter 'contexts' has a range that ends before it starts: 3-1");
        assertWrong(
                "sparks",
                "run=0&metric=time&nodes=" + "0,".repeat(500) + "0",
                "the request names 501 nodes");
        assertWrong("secrets", "", "'secrets' does not exist");
        assertWrong("tree", "run=%", "a parameter is not URL-encoded: ");
    }

    private void assertWrong(String name, String query, String message) {
        assertThatThrownBy(() -> answers.of(name, query)).hasMessageStartingWith(message);
    }
}
