package treeline.formats.cprofile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.oracle.HatchetOracle;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CprofileTest {
    /// `main` calls the recursive `fact`, which calls the built-in `mul`.
    static final MarshalBytes STATISTICS =
            new MarshalBytes()
                    .dict()
                    .function("~", 0, "mul")
                    .statistics(9, 9, 2, 2)
                    .function("f.py", 4, "fact")
                    .call(9, 9, 2, 2)
                    .end()
                    .function("f.py", 4, "fact")
                    .statistics(1, 9, 3, 5)
                    .function("f.py", 4, "fact")
                    .call(8, 1, 2.5, 4)
                    .function("f.py", 9, "main")
                    .call(1, 1, 0.5, 5)
                    .end()
                    .function("f.py", 9, "main")
                    .statistics(1, 1, 1, 6)
                    .end()
                    .end();

    /// The same shape as Python 2 wrote it: texts by number, old counts of callers, numbers as
    /// text.
    static final MarshalBytes PYTHON2 =
            new MarshalBytes()
                    .dict()
                    .raw('(')
                    .int32(3)
                    .raw('t')
                    .int32(4)
                    .raw('f', '.', 'p', 'y')
                    .whole(9)
                    .raw('t')
                    .int32(4)
                    .raw('m', 'a', 'i', 'n')
                    .raw('(')
                    .int32(5)
                    .whole(1)
                    .raw('I', 1, 0, 0, 0, 0, 0, 0, 0)
                    .raw('f', 3, '0', '.', '5')
                    .raw('l')
                    .int32(2)
                    .raw(1, 0, 1, 0)
                    .dict()
                    .end()
                    .raw('(')
                    .int32(3)
                    .raw('R')
                    .int32(0)
                    .whole(4)
                    .raw('s')
                    .int32(1)
                    .raw('g')
                    .raw('(')
                    .int32(5)
                    .whole(1)
                    .whole(1)
                    .real(1)
                    .real(1)
                    .dict()
                    .raw('(')
                    .int32(3)
                    .raw('R')
                    .int32(0)
                    .whole(9)
                    .raw('R')
                    .int32(1)
                    .whole(7)
                    .end()
                    .end();

    private static final Metric ALL = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric OWN = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void everyFunctionIsOneNodeWithItsOwnStatistics() throws IOException {
        Profile profile = read(STATISTICS);
        assertThat(profile.tree().path(2)).containsExactly("main", "fact", "mul");
        assertThat(profile.tree().frame(1))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "fact", "f.py", 4, ""));
        assertThat(profile.tree().frame(2).file()).as("built-in").isEmpty();
        assertThat(profile.column(ALL).at(0, 0)).isEqualTo(6);
        assertThat(profile.column(OWN).at(0, 1)).isEqualTo(3);
        assertThat(profile.column("calls").at(0, 1)).isEqualTo(9);
        assertThat(profile.column("primitive calls").at(0, 1)).isEqualTo(1);
        assertThat(profile.outline().label("callers", 1)).isEqualTo("fact, main");
    }

    @Test
    void python2WroteTheSameWithOtherTypes() throws IOException {
        Profile profile = read(PYTHON2);
        assertThat(profile.tree().path(1)).containsExactly("main", "g");
        assertThat(profile.tree().frame(1).file()).isEqualTo("f.py");
        assertThat(profile.column(OWN).at(0, 0)).isEqualTo(0.5);
        assertThat(profile.column(ALL).at(0, 0)).isEqualTo(32769);
    }

    @Test
    void laterObjectsReferToEarlierOnes() throws IOException {
        Profile profile =
                read(
                        new MarshalBytes()
                                .raw('{' | 0x80)
                                .raw(')' | 0x80, 3)
                                .raw('z' | 0x80, 1, 'f')
                                .whole(1)
                                .raw('r')
                                .int32(2)
                                .statistics(1, 1, 1, 1)
                                .end()
                                .end());
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "f", "f", 1, ""));
    }

    @Test
    void entriesOfAnotherShapeAreLeftOutAndCounted() throws IOException {
        MarshalBytes odd =
                new MarshalBytes()
                        .dict()
                        .function("a", 1, "f")
                        .statistics(1, 1, 1, 1)
                        .function("x", 9, "gone")
                        .call(1, 1, 1, 1)
                        .end()
                        .whole(3)
                        .whole(4)
                        .function("a", 2, "g")
                        .tuple(2)
                        .whole(1)
                        .raw('N')
                        .end();
        Path file = Files.write(folder.resolve("odd"), odd.bytes());
        try (ProfileSource source = new CprofileFormat().open(Input.of(file))) {
            assertThat(source.report().isLossy()).isTrue();
            assertThat(source.report().entries().stream().map(ReadReport.Entry::toString))
                    .containsExactly(
                            "an entry is not a function with its statistics, 2 times (first: entry"
                                    + " 1)",
                            "a caller is not one of the functions (first: Frame[kind=FUNCTION,"
                                    + " name=gone, file=x, line=9, module=])");
        }
    }

    @Test
    void brokenBytesAreRefusedWithTheirPlace() {
        assertRefused(
                new MarshalBytes(), "at byte 0: expected a marshalled dict, found something else");
        assertRefused(
                new MarshalBytes().whole(3),
                "at byte 0: expected a marshalled dict, found something else");
        assertRefused(
                new MarshalBytes().dict(),
                "at byte 1: expected 1 more bytes, found the end of the file");
        assertRefused(
                new MarshalBytes().dict().end(),
                "at byte 2: expected at least one function with its statistics, found none");
        assertRefused(
                new MarshalBytes().dict().raw('?'),
                "at byte 1: expected the type of a marshalled object, found '?'");
        assertRefused(
                new MarshalBytes().dict().raw('(').int32(-1),
                "at byte 6: expected a length that fits in the file, found 4294967295");
        assertRefused(
                new MarshalBytes().dict().raw(')', 99),
                "at byte 3: expected a count of objects that fit in the file, found 99");
        assertRefused(
                new MarshalBytes().dict().raw('l').int32(Integer.MIN_VALUE),
                "expected a number that fits in the file, found a longer one");
        assertRefused(new MarshalBytes().dict().raw('f', 1, 'x'), "expected a number, found 'x'");
        assertRefused(
                new MarshalBytes().raw('{' | 0x80).raw('r').int32(0),
                "expected a reference to an earlier object, found 0");
        assertRefused(
                new MarshalBytes().dict().raw('R').int32(7),
                "expected a reference to an earlier object, found 7");
        MarshalBytes deep = new MarshalBytes().dict();
        for (int i = 0; i < 100; i++) deep.raw(')', 1);
        assertRefused(deep, "expected at most 8 levels of objects, found more");
    }

    @Test
    void valuesEqualHatchets() throws IOException {
        HatchetOracle oracle = HatchetOracle.of("cprofile-cycle");
        Path file = TestData.require("hatchet/cprofile-hatchet-pstats/cprofile-cycle.pstats");
        Profile profile = read(Files.readAllBytes(file));
        oracle.compareSize(profile.tree());
        oracle.compareByPath(profile, ALL, "time (inc)", _ -> true);
        oracle.compareByPath(profile, OWN, "time", _ -> true);
        oracle.done();
    }

    @Test
    void statisticsOfPython2AreRecognisedAndRead() throws IOException {
        Path file = TestData.require("hatchet/cprofile-hatchet-pstats/cprofile-cycle-py2.pstats");
        assertThat(new CprofileFormat().sniff(Input.of(file))).isEqualTo(Match.CERTAIN);
        Profile profile = read(Files.readAllBytes(file));
        assertThat(List.of(profile.tree().name(0))).isNotEmpty();
        System.out.printf("cprofile-cycle-py2: %d functions%n", profile.tree().size());
    }

    private void assertRefused(MarshalBytes bytes, String message) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(MarshalBytes bytes) throws IOException {
        return read(bytes.bytes());
    }

    private Profile read(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("run.pstats"), bytes);
        try (ProfileSource source = new CprofileFormat().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }
}
