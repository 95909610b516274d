package treeline.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.formats.writing.TidyExpected.text;
import static treeline.formats.writing.TidyExpected.value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.writing.Pyarrow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

class ParquetTableTest {
    @TempDir Path folder;

    /// Every kind of column; the third row has nothing but a number that is NaN.
    private static final List<ParquetTable.Column> COLUMNS =
            List.of(
                    new ParquetTable.Text("name", row -> row == 2 ? null : row == 0 ? "" : "é\n"),
                    new ParquetTable.Whole("calls", row -> Long.MAX_VALUE - row, row -> row == 2),
                    new ParquetTable.Real(
                            "time", row -> row == 2 ? Double.NaN : row / 2.0, row -> row == 1),
                    new ParquetTable.Flag("hot", row -> row == 1, row -> row == 2));

    private ParquetFile written(List<ParquetTable.Column> columns, int rows) throws IOException {
        Path file = folder.resolve("table.parquet");
        ParquetTable.write(file, columns, rows);
        return new ParquetFile(file);
    }

    @Test
    void missingValuesAreNullsAndNaNIsAValue() throws IOException {
        ParquetFile file = written(COLUMNS, 3);
        assertThat(file.columnNames()).containsExactly("name", "calls", "time", "hot");
        assertThat(file.rows())
                .containsExactly(
                        String.join(" ", text(""), "9223372036854775807", value(0), "false"),
                        String.join(" ", text("é\n"), "9223372036854775806", "-", "true"),
                        String.join(" ", "-", "-", value(Double.NaN), "-"));
    }

    @Test
    void pyarrowReadsTheSameTable() throws IOException {
        Path file = folder.resolve("table.parquet");
        ParquetTable.write(file, COLUMNS, 3, Map.of("metric", "time"));
        assertThat(
                        Pyarrow.script(
                                """
                                import sys, math, pyarrow.parquet as pq
                                t = pq.read_table(sys.argv[1])
                                print([str(f.type) for f in t.schema])
                                print([c.null_count for c in t.columns])
                                for r in t.to_pylist(): print(r)
                                print(t.schema.metadata[b'metric'].decode())
                                """,
                                file))
                .containsExactly(
                        "['string', 'int64', 'double', 'bool']",
                        "[1, 1, 1, 1]",
                        "{'name': '', 'calls': 9223372036854775807, 'time': 0.0, 'hot': False}",
                        "{'name': 'é\\n', 'calls': 9223372036854775806, 'time': None, 'hot': True}",
                        "{'name': None, 'calls': None, 'time': nan, 'hot': None}",
                        "time");
    }

    /// The same by row, so that flags and levels begin and end within bytes.
    @Test
    void randomTablesComeBack() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            int rows = seed;
            var random = new Random(seed);
            long[] numbers = random.longs(rows).toArray();
            boolean[] flags = new boolean[rows];
            boolean[] missing = new boolean[rows];
            for (int row = 0; row < rows; row++) {
                flags[row] = random.nextBoolean();
                missing[row] = random.nextInt(3) == 0;
            }
            List<String> expected = new ArrayList<>();
            for (int row = 0; row < rows; row++)
                expected.add(missing[row] ? "- -" : numbers[row] + " " + flags[row]);
            assertThat(
                            written(
                                            List.of(
                                                    new ParquetTable.Whole(
                                                            "n",
                                                            row -> numbers[row],
                                                            row -> missing[row]),
                                                    new ParquetTable.Flag(
                                                            "f",
                                                            row -> flags[row],
                                                            row -> missing[row])),
                                            rows)
                                    .rows())
                    .isEqualTo(expected);
        }
    }

    @Test
    void aTableMayBeEmpty() throws IOException {
        assertThat(written(COLUMNS, 0).rows()).isEmpty();
        assertThat(written(COLUMNS, 0).columnNames()).hasSize(4);
        assertThat(written(List.of(), 0).columnNames()).isEmpty();
        Path file = folder.resolve("table.parquet");
        String shape = "import sys, pyarrow.parquet as pq; print(pq.read_table(sys.argv[1]).shape)";
        assertThat(Pyarrow.script(shape, file)).containsExactly("(0, 0)");
        ParquetTable.write(file, COLUMNS, 0);
        assertThat(Pyarrow.script(shape, file)).containsExactly("(0, 4)");
    }

    @Test
    void aColumnMayHaveNothing() throws IOException {
        ParquetFile file =
                written(
                        List.of(
                                new ParquetTable.Text("t", _ -> null),
                                new ParquetTable.Whole("n", _ -> 1, _ -> true),
                                new ParquetTable.Flag("f", _ -> true, _ -> true)),
                        2);
        assertThat(file.rows()).containsExactly("- - -", "- - -");
        assertThat(ParquetFile.fields(file.facts(0, 1).get(12))).containsOnlyKeys(3);
    }

    @Test
    void boundsAreThoseOfTheValuesThatAreThere() throws IOException {
        ParquetFile file =
                written(List.of(new ParquetTable.Whole("n", row -> row - 5, row -> row == 0)), 10);
        Map<Integer, Object> statistics = ParquetFile.fields(file.facts(0, 0).get(12));
        assertThat(statistics.get(3)).isEqualTo(1L);
        assertThat(whole(statistics.get(6))).isEqualTo(-4);
        assertThat(whole(statistics.get(5))).isEqualTo(4);
    }

    private static long whole(Object bytes) {
        return ByteBuffer.wrap((byte[]) Objects.requireNonNull(bytes))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    @Test
    void longTextsEndARowGroup() throws IOException {
        String text = "x".repeat(1 << 20);
        ParquetFile file = written(List.of(new ParquetTable.Text("t", row -> row + text)), 40);
        assertThat(file.groups()).hasSize(3);
        assertThat(file.rows()).hasSize(40).last().isEqualTo(text(39 + text));
    }

    @Test
    void aMillionRowsAreSeveralRowGroups() throws IOException {
        Path file = folder.resolve("large.parquet");
        ParquetTable.write(
                file,
                List.of(
                        new ParquetTable.Text("path", row -> "main/f" + row),
                        new ParquetTable.Real("time", row -> row, row -> row % 7 == 0),
                        new ParquetTable.Flag("odd", row -> row % 2 == 1, _ -> false)),
                1_000_000);
        ParquetFile read = new ParquetFile(file);
        assertThat(read.groups()).hasSize(8);
        assertThat(read.facts(7, 0).get(5)).isEqualTo(1_000_000L - 7 * 131_072);
        assertThat(
                        Pyarrow.script(
                                """
                                import sys, pyarrow.parquet as pq, pyarrow.compute as pc
                                t = pq.read_table(sys.argv[1])
                                print(t.num_rows, t['time'].null_count, pc.sum(t['odd']), t['path'][999999])
                                """,
                                file))
                .containsExactly("1000000 142858 500000 main/f999999");
    }

    @Test
    void wrongTablesAreRefusedAndLeaveNoFile() {
        Path file = folder.resolve("no.parquet");
        var column = new ParquetTable.Text("a", _ -> "");
        assertThatThrownBy(() -> ParquetTable.write(file, List.of(column, column), 1))
                .hasMessage("two columns are called 'a'");
        assertThatThrownBy(() -> ParquetTable.write(file, List.of(), 1))
                .hasMessage("a table of 0 columns has no 1 rows");
        assertThatThrownBy(
                        () ->
                                ParquetTable.write(
                                        file,
                                        List.of(
                                                new ParquetTable.Text(
                                                        "a",
                                                        _ -> {
                                                            throw new IllegalStateException("x");
                                                        })),
                                        1))
                .hasMessage("x");
        assertThat(Files.exists(file)).isFalse();
    }
}
