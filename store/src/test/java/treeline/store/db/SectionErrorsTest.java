package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Sections with a right checksum and impossible content, as another program or an attacker writes
/// them. Each is refused with what was expected, before it becomes a number.
class SectionErrorsTest {
    @TempDir Path folder;
    private MappedFile file;

    @AfterEach
    void close() {
        if (file != null) file.close();
    }

    @Test
    void framesLabelsAndMetricsHaveNames() {
        assertRefused(
                "a frame with a name, found one without",
                sink -> {
                    sink.varint(1);
                    texts(sink, "REGION", "");
                    for (int column : new int[] {0, 1, 1, 0, 1}) numbers(sink, column);
                },
                OutlineSections::readFrames);
        assertRefused(
                "a label with a name, found one without",
                sink -> {
                    sink.varint(1);
                    sink.text(" ");
                    texts(sink, "COMP");
                    numbers(sink, 0);
                },
                in -> OutlineSections.readLabels(in, 1));
        assertRefused(
                "a metric with a name, found one without",
                sink -> metric(sink, " ", 1),
                OutlineSections::readMetrics);
    }

    @Test
    void aUnitHasAPositiveScale() {
        assertRefused(
                "a positive scale, found 0.0",
                sink -> metric(sink, "time", 0),
                OutlineSections::readMetrics);
        assertRefused(
                "a positive scale, found NaN",
                sink -> metric(sink, "time", Double.NaN),
                OutlineSections::readMetrics);
    }

    private static void metric(LittleEndianBytes sink, String name, double scale) {
        sink.varint(1);
        sink.text(name);
        sink.text("s");
        sink.text("TIME");
        sink.i64(Double.doubleToRawLongBits(scale));
        sink.text("EXCLUSIVE");
    }

    @Test
    void groupsOfContextsAscendToTheLastContext() throws IOException {
        assertThat(OutlineSections.readContexts(in(sink -> contexts(sink, 1, 3))).ends())
                .containsExactly(1, 3);
        assertRefused(
                "groups of contexts that ascend, found 1",
                sink -> contexts(sink, 1, 1, 3),
                OutlineSections::readContexts);
        assertRefused(
                "groups of contexts that ascend, found 0",
                sink -> contexts(sink, 0, 3),
                OutlineSections::readContexts);
        assertRefused(
                "groups of all 3 contexts, found fewer",
                sink -> contexts(sink, 1, 2),
                OutlineSections::readContexts);
    }

    private static void contexts(LittleEndianBytes sink, int... groupEnds) {
        sink.varint(3);
        texts(sink, "");
        numbers(sink, 0, 0, 0);
        numbers(sink, 1, 2, 3);
        for (int part = 0; part < 3; part++) numbers(sink, 0, 0, 0);
        sink.varint(groupEnds.length);
        numbers(sink, groupEnds);
    }

    @Test
    void blocksAreOfAscendingNodesAndLongerThanTheirChecksum() throws IOException {
        BlockIndex index = BlockIndex.read(in(sink -> index(sink, 0, 1, 5, 1)), 1, 1, 2);
        assertThat(index.bodyBytes()).isEqualTo(5 + 5 + 5);
        assertRefused(
                "nodes that ascend, found 1",
                sink -> index(sink, 1, 1, 5, 1),
                in -> BlockIndex.read(in, 1, 1, 2));
        assertRefused(
                "a node below 2, found 2",
                sink -> index(sink, 1, 2, 5, 1),
                in -> BlockIndex.read(in, 1, 1, 2));
        assertRefused(
                "a block with a checksum, found 4 bytes",
                sink -> index(sink, 0, 1, 4, 1),
                in -> BlockIndex.read(in, 1, 1, 2));
        assertRefused(
                "1 blocks of iterations, found 0",
                sink -> index(sink, 0, 1, 5, 0),
                in -> BlockIndex.read(in, 1, 1, 2));
    }

    /// Two nodes with a block of values each, the first also with blocks of iterations.
    private static void index(
            LittleEndianBytes sink, int node, int other, int bytes, int chunksOfFirst) {
        for (int number : new int[] {0, 0, 2, 1}) sink.varint(number);
        sink.varint(2);
        numbers(sink, node, other);
        numbers(sink, bytes, bytes);
        sink.varint(1);
        numbers(sink, chunksOfFirst, 0);
        numbers(sink, bytes);
    }

    @Test
    void fewValuesAreFewAndOfAscendingContexts() throws IOException {
        FewCells few = FewCells.read(in(sink -> few(sink, 2, 128, 0, 2)), new int[] {2, 5}, 1, 1);
        assertThat(few.contexts).containsExactly(0, 2);
        assertThat(few.values).containsExactly(7, 8);
        assertFewRefused(
                "contexts of the group, ascending, found 1", sink -> few(sink, 2, 128, 1, 1));
        assertFewRefused(
                "contexts of the group, ascending, found 0", sink -> few(sink, 2, 128, 1, 0));
        assertFewRefused("a context below 3, found 3", sink -> few(sink, 2, 128, 1, 3));
        assertFewRefused("a number of cells below 4, found 4", sink -> few(sink, 4, 128, 0, 1));
        assertFewRefused("a run of at least one value, found 0", sink -> few(sink, 2, 0, 0, 2));
        assertFewRefused("a run below 129, found 129", sink -> few(sink, 2, 129, 0, 2));
    }

    private void assertFewRefused(String message, Consumer<LittleEndianBytes> content) {
        assertRefused(message, content, in -> FewCells.read(in, new int[] {2, 5}, 1, 1));
    }

    /// Node 0 in the second of two groups, which has three contexts.
    private static void few(LittleEndianBytes sink, int cells, int run, int... contexts) {
        sink.varint(1);
        sink.varint(0);
        sink.varint(1);
        numbers(sink, 0);
        numbers(sink, cells);
        numbers(sink, contexts);
        sink.varint(run);
        PackedDoubles.write(sink, new double[] {7, 8}, 2);
    }

    @Test
    void moreThanFewValuesBelongInBlocks() throws IOException {
        int[] group = {5000};
        assertThat(FewCells.read(in(sink -> many(sink, 4096)), group, 1, 1).cells())
                .isEqualTo(4096);
        assertRefused(
                "at most 4096 cells, found 4097",
                sink -> many(sink, 4097),
                in -> FewCells.read(in, group, 1, 1));
    }

    private static void many(LittleEndianBytes sink, int cells) {
        for (int number : new int[] {0, 0, 1}) sink.varint(number);
        numbers(sink, 0);
        numbers(sink, cells);
        int[] contexts = new int[cells];
        Arrays.setAll(contexts, i -> i);
        numbers(sink, contexts);
        sink.varint(128);
        PackedDoubles.write(sink, new double[cells], cells);
    }

    @Test
    void aBlockOfValuesIsOfAscendingContextsOfItsGroup() throws IOException {
        var block = new BlockReader();
        block.readValues(in(sink -> values(sink, 0, 2)), 3);
        assertThat(Arrays.copyOf(block.contexts, block.count)).containsExactly(0, 2);
        for (int[] contexts : new int[][] {{1, 1}, {2, 0}, {0, 3}})
            assertRefused(
                    "contexts of the group, ascending, found " + contexts[1],
                    sink -> values(sink, contexts),
                    in -> new BlockReader().readValues(in, 3));
        assertRefused(
                "presence 0 or 1, found 2",
                sink -> sink.u8(2),
                in -> new BlockReader().readValues(in, 3));
    }

    private static void values(LittleEndianBytes sink, int... contexts) {
        sink.u8(DatabaseLayout.SOME_CONTEXTS);
        sink.varint(contexts.length);
        numbers(sink, contexts);
        PackedDoubles.write(sink, new double[] {7, 8}, 2);
    }

    @Test
    void aBlockHasAsManyIterationsAsItSays() throws IOException {
        BlockReader block = afterTwoCells();
        block.readIterations(in(sink -> iterations(sink, 3, 0b010)));
        assertThat(Arrays.copyOf(block.iterations, 3)).containsExactly(5, Double.NaN, 6);
        assertRefused(
                "4 iterations, found 3",
                sink -> iterations(sink, 4, 0b010),
                in -> afterTwoCells().readIterations(in));
        assertRefused(
                "at most 3 absent iterations, found 4",
                sink -> iterations(sink, 3, 0b1000),
                in -> afterTwoCells().readIterations(in));
    }

    /// The first of two cells has two iterations, the second one; one of the three is absent.
    private static void iterations(LittleEndianBytes sink, int total, int absent) {
        sink.varint(total);
        numbers(sink, 2, 1);
        sink.varint(1);
        sink.u8(absent);
        PackedDoubles.write(sink, new double[] {5, 6}, 2);
    }

    private static BlockReader afterTwoCells() {
        var block = new BlockReader();
        block.count = 2;
        return block;
    }

    @Test
    void aDescriptionFillsItsBytes() throws IOException {
        var description =
                new Description(
                        Metadata.NONE.with("host", "n1"),
                        List.of(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE)));
        byte[] bytes = description.toBytes();
        ByteSource in =
                in(sink -> sink.raw(Arrays.copyOf(bytes, bytes.length + 2), 0, bytes.length + 2));
        assertThat(in.remaining()).isEqualTo(bytes.length + 2);
        assertThat(Description.read(file, 0, bytes.length)).isEqualTo(description);
        assertThatThrownBy(() -> Description.read(file, 0, bytes.length + 2))
                .hasMessageEndingWith("expected the end of the description, found 2 more bytes");
    }

    private static void texts(LittleEndianBytes sink, String... texts) {
        sink.varint(texts.length);
        for (String text : texts) sink.text(text);
    }

    private static void numbers(LittleEndianBytes sink, int... numbers) {
        PackedLongs.write(sink, numbers, numbers.length);
    }

    private void assertRefused(
            String message, Consumer<LittleEndianBytes> content, Consumer<ByteSource> read) {
        assertThatThrownBy(() -> read.accept(in(content)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageMatching(".*section at byte \\d+: expected .*")
                .hasMessageEndingWith("expected " + message);
    }

    private ByteSource in(Consumer<LittleEndianBytes> content) throws IOException {
        close();
        var sink = new LittleEndianBytes();
        content.accept(sink);
        Path path = folder.resolve("section");
        Files.write(path, Arrays.copyOf(sink.array(), sink.size()));
        file = MappedFile.open(path);
        return new ByteSource(file).load(0, sink.size());
    }
}
