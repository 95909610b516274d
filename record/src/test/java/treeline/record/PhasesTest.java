package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.PathTable;
import treeline.record.parts.RecordingPart;
import treeline.record.parts.ValuesMessage;
import treeline.record.parts.WritePhase;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;
import treeline.record.ranks.SoloCommunicator;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// Each phase alone.
class PhasesTest {
    static final RankMetrics TAG_AND_MEM =
            RankMetrics.of(DeclaredMetric.parse("tag:0;mem:1"), List.of());

    @TempDir Path out;

    /// A rank whose main thread ran these events for so many nanoseconds each, such as
    /// `main/solve`.
    static RankEvents rank(Communicator ranks, String... paths) {
        long[] now = {0};
        var events =
                new RankEvents(
                        ranks,
                        TAG_AND_MEM,
                        RecorderOptions.builder("out").clock(() -> now[0]).build(),
                        false);
        for (String path : paths) {
            List<Event> open = new ArrayList<>();
            for (String name : path.split("/")) {
                boolean local = name.startsWith("~");
                open.addFirst(
                        events.main.begin(local ? name.substring(1) : name, null, -1, !local));
            }
            now[0] += 10;
            open.forEach(Event::close);
        }
        return events;
    }

    static List<String> names(PathTable table) {
        var tree = table.named(TAG_AND_MEM.labels()).tree();
        List<String> names = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) names.add(String.join("/", tree.path(node)));
        return names;
    }

    private static List<List<String>> agreed(String[]... pathsOfRanks) {
        List<List<String>> tables =
                Collections.synchronizedList(
                        new ArrayList<>(Collections.nCopies(pathsOfRanks.length, List.of())));
        InProcessRanks.run(
                pathsOfRanks.length,
                ranks -> {
                    RankEvents events = rank(ranks, pathsOfRanks[ranks.rank()]);
                    PathTable table =
                            new SyncPhase(ranks)
                                    .run(RankPaths.of(events), (_, _) -> 1)
                                    .requireTable();
                    tables.set(ranks.rank(), names(table));
                });
        return tables;
    }

    @Test
    void ranksAgreeOnTheOrderOfTheRoot() {
        assertThat(
                        agreed(
                                new String[] {"main/a", "main/b"},
                                new String[] {"main/b", "main/a"},
                                new String[] {"main/a", "main/b"}))
                .containsOnly(List.of("main", "main/a", "main/b"));
    }

    @Test
    void pathsThatTheRootDoesNotHaveAreAdded() {
        assertThat(
                        agreed(
                                new String[] {"main/a"},
                                new String[] {"main/a", "main/~local"},
                                new String[] {"main/a", "main/surprise", "other"},
                                new String[] {"main/a", "main/~local"}))
                .containsOnly(List.of("main", "main/a", "main/local", "main/surprise", "other"));
    }

    @Test
    void manyLocalPathsAreAskedForInsteadOfSentAlong() {
        String[] many = new String[300];
        for (int i = 0; i < many.length; i++) many[i] = "main/~local number " + i;
        List<List<String>> tables = agreed(new String[] {"main"}, many, many);
        assertThat(tables.getFirst()).hasSize(301);
        assertThat(tables).containsOnly(tables.getFirst());
    }

    @Test
    void ranksWithNothingToSayAgreeToo() {
        assertThat(agreed(new String[0], new String[0])).containsOnly(List.of());
        assertThat(agreed(new String[0], new String[] {"main"})).containsOnly(List.of("main"));
    }

    @Test
    void whenAllRanksAgreeTheTrafficIsOneShortMessageARank() {
        InProcessRanks.run(
                8,
                ranks -> {
                    RankPaths paths = RankPaths.of(rank(ranks, "main/a", "main/b"));
                    new SyncPhase(ranks).run(paths, (_, _) -> 1);
                    long table = ranks.rank() == 0 ? 7 * 140L + 7 * 32L : 140 + 32;
                    assertThat(ranks.bytesMoved()).isLessThan(table);
                });
    }

    @Test
    void whatIsAsBeforeIsNotToldAgain() {
        InProcessRanks.run(
                4,
                ranks -> {
                    RankEvents events = rank(ranks, "main/a", "main/b");
                    var phase = new SyncPhase(ranks);
                    PathTable first = phase.run(RankPaths.of(events), (_, _) -> 1).requireTable();
                    long moved = ranks.bytesMoved();
                    PathTable second = phase.run(RankPaths.of(events), (_, _) -> 1).requireTable();
                    assertThat(second).isSameAs(first);
                    assertThat(ranks.bytesMoved() - moved).isLessThan(3 * 40);
                });
    }

    @Test
    void whatIsNewOnARankComesToThePathsOfBefore() {
        InProcessRanks.run(
                3,
                ranks -> {
                    RankEvents events = rank(ranks, "main/a", "main/b");
                    var phase = new SyncPhase(ranks);
                    phase.run(RankPaths.of(events), (_, _) -> 1);
                    if (ranks.rank() == 2) {
                        Event main = events.main.begin("main", null, -1, true);
                        events.main.begin("late", null, -1, false).close();
                        main.close();
                    }
                    PathTable table = phase.run(RankPaths.of(events), (_, _) -> 1).requireTable();
                    assertThat(names(table))
                            .containsExactly("main", "main/a", "main/b", "main/late");
                    table = phase.run(RankPaths.of(events), (_, _) -> 2).requireTable();
                    assertThat(table.facts().groups()).isEqualTo(2);
                    assertThat(names(table)).hasSize(4);
                });
    }

    @Test
    void labelsOfRanksAreUnited() {
        InProcessRanks.run(
                2,
                ranks -> {
                    RankEvents events = rank(ranks, "main");
                    if (ranks.rank() == 1)
                        events.main.begin("main", null, -1, true).put("tag", "COMP").close();
                    PathTable table =
                            new SyncPhase(ranks)
                                    .run(RankPaths.of(events), (_, _) -> 1)
                                    .requireTable();
                    assertThat(table.named(List.of("tag")).labels().getFirst().at(0))
                            .isEqualTo("COMP");
                });
    }

    @Test
    void aGatherBringsEachGroupItsRanksWithoutPadding() {
        InProcessRanks.run(
                5,
                ranks -> {
                    RankEvents events =
                            ranks.rank() == 2
                                    ? rank(ranks, "a", "b", "c", "d", "e")
                                    : rank(ranks, "a");
                    RankPaths paths = RankPaths.of(events);
                    PathTable table = new SyncPhase(ranks).run(paths, (_, _) -> 2).requireTable();
                    assertThat(table.facts())
                            .isEqualTo(new PathTable.Facts(false, false, false, 3, 2));
                    Communicator group = ranks.split(ranks.rank() / 3, ranks.rank());
                    List<byte[]> messages = GatherPhase.run(group, paths, table, false).messages();
                    if (ranks.rank() == 0) {
                        assertThat(messages).hasSize(3);
                        assertThat(messages.get(2)).hasSizeGreaterThan(2 * messages.get(1).length);
                    }
                    if (ranks.rank() == 3) assertThat(messages).hasSize(2);
                });
    }

    @Test
    void anAggregatorWritesOneMarkedFile() throws IOException {
        var ranks = new SoloCommunicator();
        RankPaths paths = RankPaths.of(rank(ranks, "main/solve", "main/solve"));
        PathTable table = new SyncPhase(ranks).run(paths, (_, _) -> 1).requireTable();
        List<byte[]> messages = List.of(RankValuesWriter.message(paths, table, false));
        var target =
                new WritePhase.Target(
                        out, out, "part-", RecordingPart.exported(new DatabaseExporter()), "r1");
        WritePhase.Written written =
                WritePhase.run(messages, 0, table, TAG_AND_MEM.recorded(), Metadata.NONE, target);
        Path file = out.resolve("part-000.tldb");
        assertThat(written).isEqualTo(new WritePhase.Written(Files.size(file), List.of()));
        try (var source = DatabaseFormat.openFile(file)) {
            assertThat(Parts.markOf(source.outline().metadata()))
                    .contains(new Parts.Mark("r1", 0, 1));
        }
        Profile profile = Recordings.read(out);
        assertThat(profile.contexts()).hasSize(2);
        assertThat(profile.column("time").at(1, profile.tree().at("main/solve"))).isEqualTo(10);
    }

    @Test
    void aRankThatCouldNotSendIsToldAndTheOthersAreWritten() throws IOException {
        var ranks = new SoloCommunicator();
        RankPaths paths = RankPaths.of(rank(ranks, "main"));
        PathTable table = new SyncPhase(ranks).run(paths, (_, _) -> 1).requireTable();
        byte[] failed =
                new MessageWriter(16).varint(ValuesMessage.FAILED).text("out of memory").message();
        var target =
                new WritePhase.Target(
                        out, out, "part-", RecordingPart.exported(new DatabaseExporter()), "r1");
        WritePhase.Written written =
                WritePhase.run(
                        List.of(failed, RankValuesWriter.message(paths, table, false)),
                        0,
                        table,
                        TAG_AND_MEM.recorded(),
                        Metadata.NONE,
                        target);
        assertThat(written.problems())
                .containsExactly("rank 0 has no values in the recording: out of memory");
        assertThat(Recordings.read(out).contexts()).hasSize(2);
    }

    @Test
    void whereThereIsMuchRanksKeepTheirValuesUntilTheirAggregatorCalls() {
        var called = new AtomicBoolean();
        InProcessRanks.run(
                3,
                ranks -> {
                    RankPaths paths = RankPaths.of(rank(ranks, "main"));
                    var bytes = new MessageWriter(64);
                    var inTurns = PathTable.Facts.of(false, false, true, 3, 1);
                    PathTable.write(bytes, paths.set(true), inTurns, 1);
                    var table = new PathTable(bytes.message(), 0);
                    if (ranks.rank() == 0) {
                        Thread.sleep(20);
                        called.set(true);
                    }
                    List<byte[]> messages = GatherPhase.run(ranks, paths, table, false).messages();
                    assertThat(called).isTrue();
                    assertThat(messages).hasSize(ranks.rank() == 0 ? 3 : 0);
                });
    }

    private static ThreePhases.Output fourFiles(WritePhase.Target target) {
        return new ThreePhases.Output() {
            @Override
            public WritePhase.Target target() {
                return target;
            }

            @Override
            public int of(int ranks, long values) {
                return 4;
            }
        };
    }

    @Test
    void thePhasesTogetherTellTheirTimesAndBytes() {
        InProcessRanks.run(
                40,
                ranks -> {
                    RankEvents events = rank(ranks, "main");
                    var target =
                            new WritePhase.Target(
                                    out,
                                    out,
                                    "part-",
                                    RecordingPart.exported(new DatabaseExporter()),
                                    "r1");
                    ThreePhases.Outcome outcome =
                            new ThreePhases(ranks)
                                    .run(events, fourFiles(target), Metadata.NONE, false, null);
                    assertThat(outcome.syncNanos()).isPositive();
                    if (ranks.rank() != 0) return;
                    assertThat(outcome.files()).isEqualTo(4);
                    assertThat(outcome.bytes()).isPositive();
                    assertThat(outcome.gatherNanos()).isPositive();
                    assertThat(outcome.writeNanos()).isPositive();
                    assertThat(outcome.misuse()).isEqualTo(Map.of());
                });
    }
}
