package treeline.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.compare.Trend;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.table.Table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

class ArchiveTest {
    private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

    @TempDir Path folder;

    @Test
    void aRunComesBackWithItsLabelAndAllThatIsKnownOfIt() throws IOException {
        Archive archive = archive();
        Metadata metadata =
                Metadata.NONE
                        .with("ranks", 4)
                        .with("host", "a")
                        .with("fast", new Metadata.Value.Flag(true))
                        .with("factor", new Metadata.Value.Real(0.5));
        String name = archive.add(run(3).withMetadata(metadata), label(0, "main", "c0"));
        ArchivedRun run = archive.ask(ArchiveIndex::runs).getFirst();
        assertThat(run)
                .isEqualTo(
                        new ArchivedRun(
                                name,
                                NOON,
                                "main",
                                "c0",
                                metadata.with("archive.time", NOON.toString())
                                        .with("branch", "main")
                                        .with("commit", "c0")
                                        .with(
                                                "archive.added",
                                                run.metadata()
                                                        .get("archive.added")
                                                        .orElseThrow()
                                                        .toString())));
        assertThat(name).matches("20261116T120000Z-[0-9a-f]{24}");
        assertThat(archive.file(name)).isRegularFile();
    }

    @Test
    void runsComeInTheOrderOfTimeWheneverTheyWereAdded() throws IOException {
        Archive archive = archive();
        archive.add(run(2), label(2, "main", "c2"));
        archive.add(run(1), label(1, "main", "c1"));
        archive.ask(ArchiveIndex::runs);
        archive.add(run(0), label(0, "main", "c0"));
        assertThat(archive.ask(ArchiveIndex::runs))
                .extracting(ArchivedRun::commit)
                .containsExactly("c0", "c1", "c2");
    }

    @Test
    void runsOfTheSameTimeComeInTheOrderOfAdding() throws IOException {
        Archive archive = archive();
        List<String> added = new ArrayList<>();
        for (int i = 0; i < 20; i++) added.add(archive.add(run(i), label(0, "main", "")));
        assertThat(archive.ask(ArchiveIndex::runs))
                .extracting(ArchivedRun::name)
                .isEqualTo(added)
                .isNotEqualTo(added.stream().sorted().toList());
        Files.delete(index(archive));
        assertThat(archive.ask(ArchiveIndex::runs)).extracting(ArchivedRun::name).isEqualTo(added);
    }

    @Test
    void aTrendHasEveryRunThatHasTheNode() throws IOException {
        Archive archive = archive();
        for (int i = 0; i < 3; i++) archive.add(run(10 + i), label(i, "main", "c" + i));
        archive.add(profileOf("path whole\nother 1"), label(9, "main", "c9"));
        Metric time = metric(archive);
        Trend solve = archive.ask(index -> index.trend(index.path("solve"), time, index.runs()));
        assertThat(solve.node()).isEqualTo("main/solve");
        assertThat(solve.points()).extracting(Trend.Point::value).containsExactly(10., 11., 12.);
        Trend main = archive.ask(index -> index.trend("main", time, index.runs()));
        assertThat(main.points().getFirst().value()).isEqualTo(11);
        Metric own = time.in(Metric.Scope.EXCLUSIVE);
        Trend ofMain = archive.ask(index -> index.trend("main", own, index.runs()));
        assertThat(ofMain.points().getFirst().value()).isEqualTo(1);
        Trend total = archive.ask(index -> index.trend(Trend.TOTAL, time, index.runs()));
        assertThat(total.points()).hasSize(4);
    }

    @Test
    void unitsOfRunsAreConverted() throws IOException {
        Archive archive = archive();
        archive.add(run(1), label(0, "main", "c0"));
        archive.add(
                profileOf("metric time ns exclusive\npath whole\nmain/solve 2e9"),
                label(1, "main", "c1"));
        Metric time = metric(archive);
        Trend trend = archive.ask(index -> index.trend("main/solve", time, index.runs()));
        assertThat(trend.points()).extracting(Trend.Point::value).containsExactly(1., 2.);
    }

    @Test
    void whatIsMeantMustBeOneNode() throws IOException {
        Archive archive = archive();
        archive.add(profileOf("path whole\na/io 1\nb/io 1\nb/solve 2"), label(0, "main", "c0"));
        String solve = archive.ask(index -> index.path("solve"));
        assertThat(solve).isEqualTo("b/solve");
        assertThatThrownBy(() -> archive.ask(index -> index.path("io")))
                .hasMessage("'io' is ambiguous: a/io, b/io; give the complete path");
        assertThatThrownBy(() -> archive.ask(index -> index.path("olve")))
                .hasMessage("no run of %s has the node 'olve'".formatted(archive.folder()));
    }

    @Test
    void aLostIndexIsMadeAgainFromTheRuns() throws IOException {
        Archive archive = filled();
        List<ArchivedRun> before = archive.ask(ArchiveIndex::runs);
        Files.delete(index(archive));
        assertThat(archive.ask(ArchiveIndex::runs)).isEqualTo(before).hasSize(5);
        assertThat(index(archive)).exists();
    }

    @Test
    void aDamagedIndexIsMadeAgain() throws IOException {
        Archive archive = filled();
        List<ArchivedRun> before = archive.ask(ArchiveIndex::runs);
        byte[] sound = Files.readAllBytes(index(archive));
        Files.writeString(index(archive), "no database at all, but long enough to look like one");
        assertThat(archive.ask(ArchiveIndex::runs)).isEqualTo(before);
        Files.write(index(archive), new byte[0]);
        assertThat(archive.ask(ArchiveIndex::runs)).isEqualTo(before);
        Files.write(index(archive), java.util.Arrays.copyOf(sound, sound.length / 2));
        assertThat(archive.ask(ArchiveIndex::runs)).isEqualTo(before);
    }

    @Test
    void anIndexOfANewerVersionIsLeftAsItIs() throws Exception {
        Archive archive = filled();
        List<ArchivedRun> before = archive.ask(ArchiveIndex::runs);
        try (var newer = DriverManager.getConnection("jdbc:sqlite:" + index(archive).toUri());
                var statement = newer.createStatement()) {
            statement.execute("DROP TABLE measured");
            statement.execute("PRAGMA user_version = 999");
        }
        byte[] ofTheNewer = Files.readAllBytes(index(archive));
        Metric time = metric(archive);
        assertThat(archive.ask(ArchiveIndex::runs)).isEqualTo(before);
        assertThat(archive.ask(index -> index.trend("main", time, index.runs())).points())
                .hasSize(5);
        archive.add(run(9), label(9, "main", "c9"));
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(6);
        assertThat(Files.readAllBytes(index(archive))).isEqualTo(ofTheNewer);
        try (var files = Files.list(archive.folder())) {
            assertThat(files)
                    .containsExactlyInAnyOrder(index(archive), archive.folder().resolve("runs"));
        }
    }

    @Test
    void aRunOfANewerVersionIsReadAfterAnUpgrade() throws IOException {
        Archive archive = archive();
        String name = archive.add(run(1), label(1, "main", "c1"));
        byte[] readable = Files.readAllBytes(archive.file(name));
        Files.write(archive.file(name), ofVersion9(readable));
        assertThat(archive.ask(ArchiveIndex::unreadable).get(name))
                .endsWith("upgrade to read this file");
        Files.write(archive.file(name), readable);
        assertThat(archive.ask(ArchiveIndex::unreadable)).isEmpty();
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(1);
    }

    private static byte[] ofVersion9(byte[] database) {
        byte[] newer = database.clone();
        newer[8] = 9;
        var sum = new CRC32C();
        sum.update(newer, 0, 16);
        ByteBuffer.wrap(newer).order(ByteOrder.LITTLE_ENDIAN).putInt(16, (int) sum.getValue());
        return newer;
    }

    @Test
    void anIndexWithADamagedPageIsMadeAgain() throws IOException {
        Archive archive = filled();
        List<ArchivedRun> before = archive.ask(ArchiveIndex::runs);
        Metric time = metric(archive);
        byte[] sound = Files.readAllBytes(index(archive));
        for (int at = 4096; at < sound.length; at += 4096) {
            byte[] damaged = sound.clone();
            java.util.Arrays.fill(damaged, at, at + 4096, (byte) 0);
            Files.write(index(archive), damaged);
            assertThat(archive.ask(ArchiveIndex::runs)).as("page at %d", at).isEqualTo(before);
            Trend trend = archive.ask(index -> index.trend("main/solve", time, index.runs()));
            assertThat(trend.points()).as("page at %d", at).hasSize(5);
        }
    }

    @Test
    void anIndexOfAnOlderVersionIsMadeAgain() throws Exception {
        Archive archive = filled();
        archive.ask(ArchiveIndex::runs);
        try (var connection =
                        java.sql.DriverManager.getConnection("jdbc:sqlite:" + index(archive));
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 1");
        }
        byte[] older = Files.readAllBytes(index(archive));
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(5);
        assertThat(Files.readAllBytes(index(archive))).isNotEqualTo(older);
    }

    @Test
    void aRunThatIsDeletedIsGone() throws IOException {
        Archive archive = filled();
        List<ArchivedRun> before = archive.ask(ArchiveIndex::runs);
        Files.delete(archive.file(before.get(2).name()));
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(4).doesNotContain(before.get(2));
        Metric time = metric(archive);
        Table sums = archive.ask(index -> index.sql("SELECT count(DISTINCT run) n FROM measured"));
        assertThat(sums.column("n").number(0)).isEqualTo(4);
        assertThat(archive.ask(index -> index.trend("main", time, index.runs())).points())
                .hasSize(4);
    }

    @Test
    void aRunThatCannotBeReadIsNamedAndTheOthersStay() throws IOException {
        Archive archive = filled();
        Files.writeString(archive.file("20261116T120000Z-broken"), "half");
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(5);
        assertThat(archive.ask(ArchiveIndex::unreadable))
                .containsOnlyKeys("20261116T120000Z-broken")
                .allSatisfy((_, reason) -> assertThat(reason).contains("broken.tldb"));
    }

    @Test
    void aRunThatTheFileSystemDidNotGiveIsReadAgain() throws IOException {
        Archive archive = filled();
        Path elsewhere = folder.resolve("elsewhere.tldb");
        Files.createSymbolicLink(archive.file("20261116T120000Z-link"), elsewhere);
        assertThat(archive.ask(ArchiveIndex::unreadable)).containsOnlyKeys("20261116T120000Z-link");
        Path other = archive.file(archive.ask(ArchiveIndex::runs).getFirst().name());
        Files.copy(other, elsewhere);
        assertThat(archive.ask(ArchiveIndex::unreadable)).isEmpty();
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(6);
    }

    @Test
    void whatIsUnfinishedIsNoRunAndIsRemovedAfterADay() throws IOException {
        Archive archive = filled();
        Path young = archive.runs().resolve(".treeline-00000000000000aa.tmp");
        Path old = archive.runs().resolve(".treeline-00000000000000ab.tmp");
        Files.writeString(young, "half");
        Files.writeString(old, "half");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(5);
        assertThat(young).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void anArchiveThatMayNotBeWrittenIsReadAllTheSame() throws IOException {
        Archive archive = filled();
        Files.setPosixFilePermissions(
                archive.folder(), PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assertThat(archive.ask(ArchiveIndex::runs)).hasSize(5);
        } finally {
            Files.setPosixFilePermissions(
                    archive.folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void sqlReadsAndDoesNotWrite() throws IOException {
        Archive archive = filled();
        Table found =
                archive.ask(
                        index ->
                                index.sql(
                                        "SELECT commit_id, exclusive FROM history WHERE path ="
                                            + " 'main/solve' AND metric = 'time' ORDER BY time"));
        assertThat(found.column("commit_id").text(4)).isEqualTo("c4");
        assertThat(found.column("exclusive").number(4)).isEqualTo(4);
        assertThatThrownBy(() -> archive.ask(index -> index.sql("SELECT nowhere FROM runs")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("SQL: no such column: nowhere");
        for (String write :
                List.of(
                        "DELETE FROM runs",
                        " DELETE FROM runs RETURNING run",
                        "DELETE FROM\nruns;"))
            assertThatThrownBy(() -> archive.ask(index -> index.sql(write)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                            "SQL: only queries are allowed: expected SELECT, found DELETE; ");
        assertThatThrownBy(() -> archive.ask(index -> index.sql("SELECT 1; SELECT 2")))
                .hasMessage("SQL: expected one query, found several");
        assertThat(archive.ask(index -> index.sql("SELECT ';' AS a -- ;x\n;")).rows()).isOne();
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(5);
    }

    @Test
    void blobsAreLiteralsOfSqlite() throws IOException {
        Archive archive = filled();
        Table found = archive.ask(index -> index.sql("SELECT x'4142ff' AS b UNION ALL SELECT 7"));
        assertThat(found.text("b").at(0)).isEqualTo("X'4142FF'");
        assertThat(found.text("b").at(1)).isEqualTo("7");
    }

    /// Counts without an end, so that SQLite returns no row.
    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT %s FROM n";

    @Test
    void anEndlessQueryIsStopped() throws IOException {
        Archive archive = filled();
        var limits = new QueryLimits(java.time.Duration.ofSeconds(1), 10);
        assertThatThrownBy(
                        () ->
                                archive.ask(
                                        index -> index.sql(ENDLESS.formatted("count(*)"), limits)))
                .isInstanceOf(QueryTimeoutException.class)
                .hasMessage("SQL: the query was stopped after 1 s");
        assertThat(archive.ask(ArchiveIndex::runs)).hasSize(5);
    }

    @Test
    void rowsAboveTheLimitAreNotRead() throws IOException {
        Archive archive = filled();
        var limits = new QueryLimits(java.time.Duration.ofMinutes(10), 3);
        QueryResult endless = archive.ask(index -> index.sql(ENDLESS.formatted("i"), limits));
        assertThat(endless.isCut()).isTrue();
        assertThat(endless.rows().column("i").numbers()).containsExactly(1, 2, 3);
        QueryResult complete =
                archive.ask(index -> index.sql(ENDLESS.formatted("i") + " LIMIT 3", limits));
        assertThat(complete.isCut()).isFalse();
        assertThat(complete.rows().rows()).isEqualTo(3);
    }

    @Test
    void whatIsNoArchiveIsRefused() throws IOException {
        assertThatThrownBy(() -> Archive.at(folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("no such archive");
        assertThatThrownBy(() -> Archive.at(folder))
                .hasMessage(
                        "%s is not an archive: expected a folder 'runs' in it, which 'treeline archive add' creates"
                                .formatted(folder));
        Files.writeString(folder.resolve("thesis.tex"), "");
        assertThatThrownBy(() -> Archive.atOrNew(folder))
                .hasMessage(
                        "%s is not an archive but contains files: expected an archive or an empty folder"
                                .formatted(folder));
    }

    @Test
    void anEmptyArchiveHasNoRuns() throws IOException {
        assertThat(archive().ask(ArchiveIndex::runs)).isEmpty();
    }

    private Archive filled() throws IOException {
        Archive archive = archive();
        for (int i = 0; i < 5; i++) archive.add(run(i), label(i, "main", "c" + i));
        return archive;
    }

    private Archive archive() throws IOException {
        return Archive.atOrNew(folder.resolve("a perf?%#"));
    }

    private static Path index(Archive archive) {
        return archive.folder().resolve("index.sqlite");
    }

    private static Metric metric(Archive archive) throws IOException {
        return archive.ask(index -> index.metrics().getFirst());
    }

    private static Profile run(double solve) {
        return profileOf("path whole\nmain 1\nmain/solve %s".formatted(solve));
    }

    private static RunLabel label(int hours, String branch, String commit) {
        return new RunLabel(NOON.plus(Duration.ofHours(hours)), branch, commit);
    }
}
