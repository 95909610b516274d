package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.archive.Archive;
import treeline.archive.ArchiveIndex;
import treeline.archive.RunLabel;
import treeline.formats.Formats;
import treeline.formats.csv.CsvExporter;
import treeline.model.Profile;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

class VerifyCommandTest extends CommandTest {
    private static final Profile DRAWN =
            profileOf("path rank0 rank1 rank2\nmain 1 2 4\nmain/solve 1 1 1");

    private final Session real = new Session(Formats.all(), Session.PLAIN.withWidth(300));
    private Path run;

    @BeforeEach
    void write() throws IOException {
        run = folder.resolve("run.tldb");
        new DatabaseExporter().export(DRAWN, run);
    }

    private static int indexOf(Path file, String tag) throws IOException {
        return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                .indexOf(tag);
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 16;
        Files.write(file, bytes);
    }

    /// A recording of two ranks of the native recorder.
    private Path traced() throws IOException {
        Path from = Path.of("src/test/resources/traces/jacobi");
        Path to = Files.createDirectory(folder.resolve("traced"));
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) Files.copy(file, to.resolve(file.getFileName()));
        }
        return to;
    }

    private static Path traceOf(Path recording, String rank) throws IOException {
        try (var files = Files.list(recording)) {
            return files.filter(file -> file.toString().endsWith(rank + ".tltrace"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void traceFilesAreCheckedWithTheirRecording() throws IOException {
        Path recording = traced();
        assertThat(printed(real, "verify", recording)).contains("001.tltrace: ok (trace)");
        flip(traceOf(recording, "-001"), 40);
        Files.delete(traceOf(recording, "-000"));
        assertThat(run(real, "verify", recording).out())
                .contains("001.tltrace: damaged (trace)", "at byte 12", "checksum")
                .contains("000.tltrace", "this trace file is missing");
    }

    @Test
    void anIntactFileIsOk() throws IOException {
        Path csv = folder.resolve("run.csv");
        new CsvExporter().export(DRAWN, csv);
        assertThat(printed(real, "verify", run, csv))
                .isEqualTo(
                        """
                        run.tldb: ok (database)
                        run.csv: ok (csv, read without checksums)
                        """);
    }

    @Test
    void damageIsNamedWithItsPlaceAndLoss() throws IOException {
        int section = indexOf(run, "CELS");
        flip(run, section + 24);
        Session.Answer answer = run(real, "verify", run);
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out().replaceAll("0x[0-9a-f]+", "0x1"))
                .isEqualTo(
                        """
                        run.tldb: damaged (database)
                          CELS section at byte %d: at byte %d: expected a CELS section with checksum 0x1, found 0x1; lost: time of ranks 0-2
                        1 of 1 file damaged; try 'treeline convert --salvage IN OUT' to keep what is intact
                        """
                                .formatted(section, section + 24));
    }

    @Test
    void aFileWithoutItsMarkIsKnownByItsName() throws IOException {
        byte[] bytes = Files.readAllBytes(run);
        Arrays.fill(bytes, 0, 100, (byte) 0);
        Files.write(run, bytes);
        assertThat(run(real, "verify", run).out())
                .startsWith(
                        "run.tldb: damaged (database)\n"
                                + "  header at byte 0: at byte 0: expected the mark of a Treeline"
                                + " database, found other bytes; lost: the whole file\n");
    }

    @Test
    void programsGetARowPerDamage() throws IOException {
        cut(run, 3);
        assertThat(run(real, "verify", run, "--csv").out())
                .startsWith("file,format,state,intact,checksums,place,problem,lost\n")
                .contains("run.tldb,database,damaged,false,true,end of the file at byte ");
    }

    private static void cut(Path file, int bytes) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - bytes));
    }

    @Test
    void aRecordingLacksNoPart() throws IOException {
        Path parts = written("parts", "r1");
        assertThat(printed(real, "verify", parts)).doesNotContain("damaged");
        Files.delete(parts.resolve("part-001.tldb"));
        Session.Answer answer = run(real, "verify", parts);
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out())
                .contains(
                        """
                        parts: damaged (recording)
                          part 1 of 3, rank 1: this sub-file is missing or damaged; lost: its ranks
                        """);
    }

    @Test
    void partsOfDifferentRunsAreFound() throws IOException {
        Path parts = written("parts", "r1");
        Path others = written("others", "r2");
        Files.move(
                others.resolve("part-002.tldb"),
                parts.resolve("part-002.tldb"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(run(real, "verify", parts).out())
                .contains(
                        "expected one of the 3 parts of recording r1, found one of the 3 parts of"
                                + " recording r2");
    }

    private Path written(String name, String recording) throws IOException {
        Path parts = Files.createDirectory(folder.resolve(name));
        List<Profile> split = Parts.split(DRAWN, 3, recording);
        for (int i = 0; i < split.size(); i++)
            new DatabaseExporter()
                    .export(split.get(i), parts.resolve("part-00%d.tldb".formatted(i)));
        return parts;
    }

    @Test
    void allRunsAndTheIndexOfAnArchiveAreChecked() throws IOException {
        Archive archive = Archive.atOrNew(folder.resolve("nightly"));
        String name = archive.add(DRAWN, new RunLabel(Instant.EPOCH, "main", "c0"));
        archive.ask(ArchiveIndex::runs);
        assertThat(printed(real, "verify", archive.folder()))
                .contains("nightly/index.sqlite: ok", "nightly/runs/%s.tldb: ok".formatted(name));
        byte[] index = Files.readAllBytes(archive.folder().resolve("index.sqlite"));
        Arrays.fill(index, 4096, 8192, (byte) 0x55);
        Files.write(archive.folder().resolve("index.sqlite"), index);
        assertThat(run(real, "verify", archive.folder()).out())
                .contains(
                        "nightly/index.sqlite: damaged",
                        "the next archive command rebuilds it",
                        "nightly/runs/%s.tldb: ok".formatted(name));
    }

    @Test
    void filesThatAreNoProfilesAreNamedInFoldersAndUnreadableAlone() throws IOException {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "hello\n");
        Session.Answer all = run(real, "verify", folder);
        assertThat(all.exitCode()).isZero();
        assertThat(all.err())
                .contains("note: not checked, because they are not profiles: ", "notes.txt");
        Session.Answer alone = run(real, "verify", notes, run);
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.out())
                .contains("notes.txt: cannot be read (unknown format)", "run.tldb: ok (database)");
    }

    @Test
    void aFileThatIsNamedAsAProfileIsUnreadableIfItIsNotOne() throws IOException {
        Files.write(folder.resolve("empty.jfr"), new byte[0]);
        Path cut = folder.resolve("cut.tldb.gz");
        Files.write(cut, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1});
        Session.Answer answer = run(real, "verify", folder);
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.out())
                .contains(
                        "empty.jfr: cannot be read",
                        "cut.tldb.gz: cannot be read",
                        "run.tldb: ok (database)");
    }

    @Test
    void damageDecidesTheStatusNextToFilesThatCannotBeRead() throws IOException {
        Files.write(folder.resolve("empty.jfr"), new byte[0]);
        cut(run, 3);
        assertThat(run(real, "verify", folder).exitCode()).isEqualTo(1);
    }

    @Test
    void aRenamedPartIsStillPartOfTheRecording() throws IOException {
        Path parts = written("parts", "r1");
        Files.move(parts.resolve("part-001.tldb"), parts.resolve("renamed.tldb"));
        assertThat(printed(real, "verify", parts)).doesNotContain("damaged");
    }

    @Test
    void aFolderWithoutFilesHasNoProfiles() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Session.Answer answer = run(real, "verify", empty);
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err()).contains("note: no profiles found");
    }

    @Test
    void salvagedFilesSayWhatTheyLack() throws IOException {
        Path two = folder.resolve("two.tldb");
        new DatabaseExporter()
                .export(
                        profileOf(
                                """
                                metric time s inclusive
                                path rank0 rank1
                                main 1 2

                                metric mem B point
                                path rank0 rank1
                                main 3 4
                                """),
                        two);
        byte[] bytes = Files.readAllBytes(two);
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        bytes[text.lastIndexOf("CELS", text.indexOf("FOOT")) + 24] ^= 16;
        Files.write(two, bytes);
        Path out = folder.resolve("out.tldb");
        Session.Answer answer = run(real, "convert", "--salvage", two, out);
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err())
                .contains("values are missing: mem of ranks 0-1 (first: two.tldb, CELS");
        assertThat(printed(real, "verify", out)).isEqualTo("out.tldb: ok (database)\n");
        assertThat(run(real, "info", out).out()).contains("values are missing: mem of ranks 0-1");
        Session.Answer tree = run(real, "tree", out);
        assertThat(tree.out() + tree.err()).contains("mem of ranks 0-1");
    }
}
