package treeline.formats.hpctoolkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSourceTest;
import treeline.formats.hpctoolkit.SampleDatabase;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// What is said of files that are not what they claim to be.
class HpctoolkitDamageTest {
    private static final String TREE =
            """
            1  entry main thread
            4    function main
            2      line main.c:12
            """;

    private static final String TIME =
            """
            metric CPUTIME (sec)
            context  rank0  rank1
            2            1      2
            4            3      -
            """;

    @TempDir Path folder;

    @BeforeEach
    void write() throws IOException {
        SampleDatabase.of(TREE, TIME).write(folder);
    }

    private void change(String name, Consumer<ByteBuffer> change) throws IOException {
        Path file = folder.resolve(name);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        change.accept(bytes);
        Files.write(file, bytes.array());
    }

    private Profile load() throws IOException {
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            return source.load(Slice.everything());
        }
    }

    /// Where a section of a file starts.
    private static int section(ByteBuffer bytes, int index) {
        return (int) bytes.getLong(0x18 + 16 * index);
    }

    private void refuses(String expected, String found) {
        assertThatThrownBy(this::load)
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("expected " + expected)
                .hasMessageContaining("found " + found);
    }

    @Test
    void anotherMajorVersionIsRefused() throws IOException {
        change("meta.db", bytes -> bytes.put(HpctoolkitLayout.MAJOR_AT, (byte) 5));
        refuses("major version 4", "5, of another HPCToolkit release");
    }

    @Test
    void aLaterMinorVersionIsRead() throws IOException {
        change("meta.db", bytes -> bytes.put(HpctoolkitLayout.MINOR_AT, (byte) 9));
        assertThat(load().metadata().get("hpctoolkit.format").orElseThrow()).hasToString("4.9");
    }

    @Test
    void aDraftOfTheFormatIsRefusedByName() throws IOException {
        change(
                "meta.db",
                bytes -> {
                    int metrics = section(bytes, HpctoolkitLayout.METRICS);
                    bytes.put(metrics + 0x0c, (byte) 24).put(metrics + 0x0d, (byte) 24);
                    bytes.put(metrics + 0x0e, (byte) 16);
                });
        refuses(
                "metrics of 32, 16 and 24 bytes",
                "24, 24 and 16: a pre-release draft of HPCToolkit's format 4.0; rerun hpcprof"
                        + " (release 2022.10 or later) on the measurements");
    }

    @Test
    void aDatabaseWithoutProfilesIsRefused() throws IOException {
        Files.delete(folder.resolve("profile.db"));
        refuses("a database with a profile.db", "one without");
    }

    @Test
    void aFolderOfOtherFilesIsRefused() throws IOException {
        for (String name : List.of("meta.db", "profile.db", "cct.db"))
            Files.writeString(folder.resolve(name), "something else");
        refuses("a file that starts with HPCTOOLKIT", "none");
    }

    @Test
    void aContextThatIsItsOwnDescendantIsRefused() throws IOException {
        change(
                "meta.db",
                bytes -> {
                    int entry = (int) bytes.getLong(section(bytes, HpctoolkitLayout.CONTEXT_TREE));
                    int main = (int) bytes.getLong(entry + 8);
                    bytes.putLong(main + 8, main);
                    bytes.putLong(main, 40);
                });
        refuses("a tree of at most", "more: contexts are their own descendants");
    }

    @Test
    void contextIdsThatRepeatAreRefused() throws IOException {
        change(
                "meta.db",
                bytes -> {
                    int entry = (int) bytes.getLong(section(bytes, HpctoolkitLayout.CONTEXT_TREE));
                    bytes.putInt(entry + 0x10, 4);
                });
        refuses("context ids that differ", "4 of two contexts");
    }

    @Test
    void aContextIdFarBeyondTheOthersIsRefusedBeforeATableIsMadeForIt() throws IOException {
        change(
                "meta.db",
                bytes -> {
                    int entry = (int) bytes.getLong(section(bytes, HpctoolkitLayout.CONTEXT_TREE));
                    bytes.putInt(entry + 0x10, 0x7fff_ffff);
                });
        refuses("context ids below 1048576", "2147483647");
    }

    @Test
    void childrenOutsideTheFileAreRefused() throws IOException {
        change(
                "meta.db",
                bytes -> {
                    int entry = (int) bytes.getLong(section(bytes, HpctoolkitLayout.CONTEXT_TREE));
                    bytes.putLong(entry, 1L << 60);
                });
        refuses("children inside the file of", "1152921504606846976 of 1 bytes at byte");
    }

    @Test
    void aTextWithoutAnEndIsRefused() throws IOException {
        change(
                "meta.db",
                bytes ->
                        bytes.putLong(
                                section(bytes, HpctoolkitLayout.GENERAL), bytes.capacity() - 1));
        refuses("a string terminated within 1048576 bytes", "an unterminated string");
    }

    @Test
    void aPointerBetweenTwoFunctionsIsRefused() throws IOException {
        change(
                "meta.db",
                bytes -> {
                    int entry = (int) bytes.getLong(section(bytes, HpctoolkitLayout.CONTEXT_TREE));
                    int main = (int) bytes.getLong(entry + 8);
                    bytes.putLong(main + 0x20, bytes.getLong(main + 0x20) + 3);
                });
        refuses("one of 1 functions", "a pointer to byte");
    }

    @Test
    void moreProfilesThanTheFileCanHoldAreRefused() throws IOException {
        change("profile.db", bytes -> bytes.putInt(section(bytes, 0) + 8, 0x7000_0000));
        refuses("profiles inside the file of", "1879048192 of 48 bytes at byte");
    }

    @Test
    void aProfileOutsideTheFileIsLeftOutAndTheOthersAreRead() throws IOException {
        Files.delete(folder.resolve("cct.db"));
        change(
                "profile.db",
                bytes -> {
                    int infos = (int) bytes.getLong(section(bytes, 0));
                    bytes.putLong(infos + 48, 1L << 60);
                });
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column("time").at(0, 0)).isNaN();
            assertThat(profile.column("time").at(1, 0)).isEqualTo(2);
            assertThat(source.sums(profile.metric("time"))).isEmpty();
            assertThat(source.report().entries())
                    .contains(
                            new ReadReport.Entry(
                                    "a profile is not in profile.db", 1, "profile 1", true));
        }
    }

    @Test
    void aProfileWhoseIndexDoesNotAscendIsLeftOutAndReported() throws IOException {
        Files.delete(folder.resolve("cct.db"));
        change(
                "profile.db",
                bytes -> {
                    int infos = (int) bytes.getLong(section(bytes, 0));
                    int index = (int) bytes.getLong(infos + 48 + 0x18);
                    bytes.putInt(index, 99);
                });
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column("time").byContext().end(0)).isZero();
            assertThat(source.report().isLossy()).isTrue();
            assertThat(source.report().entries().toString())
                    .contains("skipped a damaged profile")
                    .contains("expected a context id above 99, found 1");
        }
    }

    @Test
    void aDamagedSummaryGivesNoSumsAndLosesNoValue() throws IOException {
        change(
                "profile.db",
                bytes -> {
                    int infos = (int) bytes.getLong(section(bytes, 0));
                    int index = (int) bytes.getLong(infos + 0x18);
                    bytes.putInt(index, 99);
                });
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(source.sums(source.outline().metric("time"))).isEmpty();
            assertThat(source.load(Slice.everything()).column("time").at(0, 0)).isEqualTo(4);
            assertThat(source.report().isLossy()).isFalse();
            assertThat(source.report().entries().toString())
                    .contains("the summary is damaged; values of threads are read instead");
        }
    }

    private void writeTraced() throws IOException {
        SampleDatabase sample = SampleDatabase.of(TREE, TIME);
        sample.traces =
                """
                profile  time     context
                1        1000000  1
                2        1000000  1
                """;
        sample.write(folder);
    }

    @Test
    void aTraceOutsideTheFileIsLeftOutAndTheOthersAreRead() throws IOException {
        writeTraced();
        change(
                "trace.db",
                bytes -> bytes.putLong((int) bytes.getLong(section(bytes, 0)) + 16, 1L << 50));
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(source.report().entries().toString())
                    .contains("skipped a damaged trace")
                    .contains("expected samples of 12 bytes inside the file");
            assertThat(source.report().isLossy()).isTrue();
            assertThat(source.traces().lines()).hasSize(1);
        }
    }

    @Test
    void aTraceOfAnUnknownProfileIsLeftOut() throws IOException {
        writeTraced();
        change("trace.db", bytes -> bytes.putInt((int) bytes.getLong(section(bytes, 0)), 9));
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(source.report().entries().toString())
                    .containsPattern("expected one of \\d profiles, found profile 9");
            assertThat(source.traces().lines()).hasSize(1);
        }
    }

    @Test
    void aTraceFileThatCannotBeReadIsReportedAndTheProfilesAreRead() throws IOException {
        writeTraced();
        change("trace.db", bytes -> bytes.putInt(section(bytes, 0) + 8, Integer.MAX_VALUE));
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            assertThat(source.report().entries().toString())
                    .contains("trace.db cannot be read")
                    .contains("expected traces inside the file");
            assertThat(source.traces().lines()).isEmpty();
            assertThat(source.outline().metadata().get("trace.samples")).isEmpty();
        }
    }

    @Test
    void valuesOfAnotherRunAreNoticed() throws IOException {
        Path other = folder.resolve("other");
        SampleDatabase.of(
                        """
                        1  entry main thread
                        4    function main
                        2      function setup
                        9        function read
                        3    function finish
                        """,
                        """
                        metric CPUTIME (sec)
                        context  rank0.thread0
                        9                    4
                        3                    1
                        """)
                .write(other);
        SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME).write(folder);
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            source.load(Slice.everything());
            assertThat(source.report().isLossy()).isFalse();
        }
        for (String name : List.of("profile.db", "cct.db"))
            Files.copy(other.resolve(name), folder.resolve(name), REPLACE_EXISTING);
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            source.load(Slice.everything());
            source.load(Slice.everything());
            assertThat(source.report().entries().toString())
                    .contains(
                            "meta.db and the values belong to different runs: a call path has more"
                                + " than its caller (first: main thread/main/main.c:12/solve/loop"
                                + " at solve.c:7/solve.c:8)");
            assertThat(source.report().isLossy()).isTrue();
        }
    }

    @Test
    void valuesOfAnotherRunThatFitNowhereAreNoticed() throws IOException {
        Path other = folder.resolve("other");
        SampleDatabase.of(
                        """
                        11  entry main thread
                        14    function main
                        """,
                        """
                        metric CPUTIME (sec)
                        context  rank0.thread0
                        14                   4
                        """)
                .write(other);
        SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME).write(folder);
        for (String name : List.of("profile.db", "cct.db"))
            Files.copy(other.resolve(name), folder.resolve(name), REPLACE_EXISTING);
        try (var source = new HpctoolkitFormat().open(Input.of(folder.toString()))) {
            source.load(Slice.everything());
            assertThat(source.report().entries().toString())
                    .contains(
                            "meta.db and the values belong to different runs: no call path has a"
                                    + " value (first: time)");
        }
    }
}
