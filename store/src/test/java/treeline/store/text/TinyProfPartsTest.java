package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// One recording in several files, as its aggregators write them, or in one that was put together.
class TinyProfPartsTest {
    private static final String FIRST =
            """
            a,2,main,1
            id,tag,is_loop,times
            1,,0,1.000000|2.000000
            1>2,X,0,10.000000|20.000000
            """;
    private static final String SECOND =
            """
            1,,0,3.000000|4.000000
            1>2,X,0,30.000000|40.000000
            """;
    private static final String BOTH =
            """
            path    tag  rank0  rank1  rank2  rank3
            main    -        1      2      3      4
            main/a  X       10     20     30     40
            """;

    @TempDir Path folder;
    private TextFiles files;

    @BeforeEach
    void prepare() {
        files = new TextFiles(folder);
    }

    private static void assertSame(String drawing, Profile profile) {
        assertThat(
                        ProfileDifference.between(
                                profileOf("metric time s inclusive\n" + drawing), profile))
                .isEmpty();
    }

    private List<String> notes(ReadReport report) {
        return report.entries().stream()
                .map(entry -> (entry.lossy() ? "lost: " : "note: ") + entry)
                .map(text -> text.replace(folder.toString(), "."))
                .toList();
    }

    private TextFiles.Read readAll() throws IOException {
        return TextFiles.read(Input.of(folder.toString()));
    }

    @Test
    void filesOfOneRecordingJoinInRankOrder() throws IOException {
        files.write("run_1_4_0.csv", FIRST);
        files.write("run_1_4_2.csv", SECOND);
        TextFiles.Read read = readAll();
        assertSame(BOTH, read.profile());
        assertThat(read.report().entries()).isEmpty();
    }

    @Test
    void filesThatWerePutTogetherAppendTheirRanks() throws IOException {
        for (String together : List.of(FIRST + SECOND, FIRST + FIRST.replace("1.0", "3.0"))) {
            TextFiles.Read read = files.read("all.csv", together);
            assertThat(read.profile().contexts()).hasSize(4);
            assertThat(read.profile().column("time").at(2, 0)).isEqualTo(3);
            assertThat(notes(read.report()).getFirst())
                    .startsWith(
                            "note: duplicate rows are treated as further ranks (first: ./all.csv");
        }
        assertSame(BOTH, files.read("all.csv", FIRST + SECOND).profile());
    }

    @Test
    void aTableThatComesAgainNamesTheRowsBelowIt() throws IOException {
        assertSame(
                "path rank0 rank1\nmain 1 2\nmain/a 3 4",
                files.read(
                                "all.csv",
                                """
                                a,2,main,1
                                id,tag,is_loop,times
                                1,,0,1
                                1>2,,0,3
                                a,1,main,2
                                id,tag,is_loop,times
                                2,,0,2
                                2>1,,0,4
                                """)
                        .profile());
    }

    @Test
    void aRankThatRanNothingInItsSubFileIsToldByTheOthers() throws IOException {
        Profile profile =
                files.read(
                                "all.csv",
                                """
                                id,tag,is_loop,times
                                main,,0,1-2
                                update,,0,0.000000
                                main,,0,3-4
                                update,,0,5-6
                                """)
                        .profile();
        assertSame(
                "path rank0rep0 rank0rep1 rank1rep0 rank1rep1\nmain 1 2 3 4\nupdate - - 5 6",
                profile);
    }

    @Test
    void aSubFileAloneTakesItsRankFromItsNameAndItsNamesFromTheFirst() throws IOException {
        files.write("run_1_4_0.csv", FIRST);
        TextFiles.Read read = files.read("run_1_4_2.csv", SECOND);
        assertSame("path tag rank2 rank3\nmain - 3 4\nmain/a X 30 40", read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "note: names come from another sub-file (first: ./run_1_4_0.csv)",
                        "lost: ranks of the recording are missing (first: ./run_1_4_2.csv has 2 of"
                                + " 4)");
    }

    @Test
    void withoutTheFirstSubFileCodesStayAsNames() throws IOException {
        TextFiles.Read read = files.read("run_1_4_2.csv", SECOND);
        assertSame("path tag rank2 rank3\n1 - 3 4\n1/2 X 30 40", read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "note: no name table was found (first: ./run_1_4_2.csv)",
                        "note: codes without a name are kept unchanged, 3 times (first:"
                                + " ./run_1_4_2.csv line 1)",
                        "lost: ranks of the recording are missing (first: ./run_1_4_2.csv has 2 of"
                                + " 4)");
    }

    @Test
    void aSubFileWhoseNameSaysNothingStartsAtRank0() throws IOException {
        TextFiles.Read read = files.read("copy.csv", SECOND);
        assertThat(read.profile().contexts().getFirst()).hasToString("rank 0");
        assertThat(notes(read.report()))
                .contains(
                        "note: the file name does not contain the first rank, so 0 is assumed"
                                + " (first: ./copy.csv)");
    }

    @Test
    void aFileWithAHeaderIsNoLaterSubFileWhateverItsName() throws IOException {
        TextFiles.Read read = files.read("test_2_20_4.csv", FIRST);
        assertThat(read.profile().contexts().getFirst()).hasToString("rank 0");
        assertThat(read.report().entries()).isEmpty();
    }

    @Test
    void aNameWhoseFirstRankIsNoneOfTheRanksIsNotThatOfASubFile() throws IOException {
        TextFiles.Read read = files.read("run_1_4_4.csv", SECOND);
        assertThat(read.profile().contexts())
                .extracting(Object::toString)
                .containsExactly("rank 0", "rank 1");
        assertThat(notes(read.report()))
                .contains(
                        "note: the file name does not contain the first rank, so 0 is assumed"
                                + " (first: ./run_1_4_4.csv)");
        assertThat(files.read("run_1_4_3.csv", SECOND).profile().contexts().getFirst())
                .hasToString("rank 3");
    }

    @Test
    void theFirstSubFileAloneLacksTheRanksOfTheOthers() throws IOException {
        TextFiles.Read read = files.read("run_1_4_0.csv", FIRST);
        assertThat(notes(read.report()))
                .containsExactly(
                        "lost: ranks of the recording are missing (first: ./run_1_4_0.csv has 2 of"
                                + " 4)");
    }

    @Test
    void laterSubFilesTakeTheirNamesFromTheFirstBesideThem() throws IOException {
        files.write("run_1_6_0.csv", FIRST);
        files.write("run_1_6_2.csv", SECOND);
        files.write("run_1_6_4.csv", SECOND);
        TextFiles.Read read = TextFiles.read(Input.of(folder + "/run_1_6_{2,4}.csv"));
        assertSame(
                """
                path    tag  rank2  rank3  rank4  rank5
                main    -        3      4      3      4
                main/a  X       30     40     30     40
                """,
                read.profile());
        assertThat(notes(read.report()).getFirst())
                .isEqualTo("note: names come from another sub-file (first: ./run_1_6_0.csv)");
    }

    @Test
    void aHeaderInTheMiddleStartsFurtherRanks() throws IOException {
        TextFiles.Read read =
                files.read(
                        "all.csv",
                        """
                        id,tag,is_loop,times
                        main,,0,1|2
                        id,tag,is_loop,times
                        other,,0,3|4
                        """);
        assertSame("path rank0 rank1 rank2 rank3\nmain 1 2 - -\nother - - 3 4", read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "note: duplicate rows are treated as further ranks (first: ./all.csv line"
                                + " 3)");
    }

    @Test
    void aMissingSubFileIsALoss() throws IOException {
        files.write("run_1_6_0.csv", FIRST);
        files.write("run_1_6_4.csv", SECOND);
        TextFiles.Read read = readAll();
        assertThat(read.profile().contexts())
                .extracting(Object::toString)
                .containsExactly("rank 0", "rank 1", "rank 4", "rank 5");
        assertThat(notes(read.report()))
                .containsExactly("lost: ranks of the recording are missing (first: . has 4 of 6)");
    }

    @Test
    void otherFilesBesideARecordingAreNoted() throws IOException {
        files.write("run_1_4_0.csv", FIRST);
        files.write("run_1_4_2.csv", SECOND);
        files.write("README", "hello");
        TextFiles.Read read = readAll();
        assertSame(BOTH, read.profile());
        assertThat(notes(read.report()))
                .containsExactly("note: a file is not part of the recording (first: ./README)");
    }

    @Test
    void differentRecordingsAreNotMixed() throws IOException {
        files.write("run_1_4_0.csv", FIRST);
        files.write("other_1_4_2.csv", SECOND);
        files.write("old.csv", FIRST);
        assertThatThrownBy(this::readAll)
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "%s: expected files of one recording, found the recordings old,"
                                + " other_1_4, run_1_4",
                        folder);
    }

    @Test
    void filesOfTwoToolsAreNotMixed() throws IOException {
        files.write("run_1_4_0.csv", FIRST);
        files.export(profileOf("path rank0\nmain 1"));
        assertThatThrownBy(this::readAll)
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "%1$s: expected files of one recording, found %1$s/run_1_4_0.csv of"
                                + " TinyProf and %1$s/exported.tltext of Treeline",
                        folder);
    }

    @Test
    void subFilesDoNotShareRanks() throws IOException {
        files.write("run_1_4_0.csv", FIRST);
        files.write("run_1_4_1.csv", SECOND);
        assertThatThrownBy(this::readAll)
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "%1$s/run_1_4_1.csv: expected ranks that no other sub-file holds, found"
                                + " rank 1, which is also in %1$s/run_1_4_0.csv",
                        folder);
    }
}
