package treeline.store.text.tinyprof;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.store.text.CompactTextFormat;
import treeline.store.text.TextFiles;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the three generations of TinyProf's files mean, and what the report says of unclear places.
class TinyProfReaderTest {
    @TempDir Path folder;
    private TextFiles files;

    @BeforeEach
    void prepare() {
        files = new TextFiles(folder);
    }

    private void assertSame(String drawing, Profile profile) {
        assertThat(
                        ProfileDifference.between(
                                profileOf("metric time s inclusive\n" + drawing), profile))
                .isEmpty();
    }

    private void assertReads(String text, String drawing) throws IOException {
        TextFiles.Read read = files.read("out.csv", text);
        assertSame(drawing, read.profile());
        assertThat(read.report().entries()).isEmpty();
    }

    private List<String> notes(ReadReport report) {
        return report.entries().stream()
                .map(entry -> (entry.lossy() ? "lost: " : "note: ") + entry)
                .map(text -> text.replace(folder + "/", ""))
                .toList();
    }

    @Test
    void generation1QuotesEverythingAndNamesTheParent() throws IOException {
        assertReads(
                """
                "id","parent","tag","size","is_loop","times"
                "main","null","null","0","0","0.5-0.25|0.75-1.5"
                "main-x-y","main","COMP","8","1","0.1+0.2-0.3+0.4|0.5+0.6-0.7+0.8"
                "main-x-y-z","main-x-y","","8","2","0.1-0.2|0.3-0.4"
                """,
                """
                path        tag   size  loop  rank0rep0  rank0rep1  rank1rep0  rank1rep1
                main        -     0     -           0.5       0.25       0.75        1.5
                main/x-y    COMP  8     each    0.1+0.2    0.3+0.4    0.5+0.6    0.7+0.8
                main/x-y/z  -     8     sum         0.1        0.2        0.3        0.4
                """);
    }

    @Test
    void generation1ParentsMayFollowTheirChildrenOrBeMissing() throws IOException {
        assertReads(
                """
                "id","parent","tag","is_loop","times"
                "a-b-c-d","a-b-c","null","0","4"
                "a-b","a","null","0","2"
                "a","null","null","0","1"
                "q-r-s","q-r","null","0","5"
                "a--b","a-","null","0","6"
                """,
                """
                path       rank0
                a          1
                a/b        2
                a/b/c      -
                a/b/c/d    4
                q-r        -
                q-r/s      5
                a-         -
                a-/b       6
                """);
    }

    @Test
    void generation1TextsMayHoldQuotesAndCommas() throws IOException {
        Profile profile =
                files.read(
                                "out.csv",
                                """
                                "id","parent","tag","is_loop","times"
                                "say ""hi"", you","null","a,b","0","1"
                                """)
                        .profile();
        assertThat(profile.tree().name(0)).isEqualTo("say \"hi\", you");
        assertThat(profile.outline().label("tag", 0)).isEqualTo("a,b");
    }

    @Test
    void generation2JoinsNamesAndMakesThoseWithoutARow() throws IOException {
        assertReads(
                """
                id,tag,is_loop,times
                main>io>write,IO,0,0.5|0.25
                main,,0,1|2
                """,
                """
                path           tag  rank0  rank1
                main           -        1      2
                main/io        -        -      -
                main/io/write  IO     0.5   0.25
                """);
    }

    @Test
    void generation3HasANameTableAndLiteralNamesBesideCodes() throws IOException {
        assertReads(
                """
                comm,3,main,1,xy,2
                id,tag,is_loop,times
                1,,0,1.000000|2.000000
                1>2,COMP,1,0.100000+0.200000|0.300000+0.400000
                1>2>3,,2,0.500000|0.600000
                1>update,,0,0.000000|0.700000
                """,
                """
                path          tag   loop  rank0    rank1
                main          -     -     1        2
                main/xy       COMP  each  0.1+0.2  0.3+0.4
                main/xy/comm  -     sum   0.5      0.6
                main/update   -     -     0        0.7
                """);
    }

    @Test
    void oneExecutionIsNoRepetitionAndOneIterationIsASeries() throws IOException {
        Profile profile =
                files.read("out.csv", "id,tag,is_loop,times\nmain,,1,0.5|0.25\n").profile();
        assertThat(profile.contexts())
                .extracting(Object::toString)
                .containsExactly("rank 0", "rank 1");
        assertThat(profile.column("time").byContext().series(0)).containsExactly(0.5);
    }

    @Test
    void aDashIsASignAfterASeparatorAndAfterAnE() throws IOException {
        assertReads(
                """
                id,tag,is_loop,times
                main,,0,-1--2|1e-05-2E+1|+3-4e2
                loop,,1,-1+-2-3++4|1e-05+2-3+4|5+6-7+8
                """,
                """
                path  loop  rank0rep0  rank0rep1  rank1rep0  rank1rep1  rank2rep0  rank2rep1
                main  -     -1         -2         1e-05      20         3          400
                loop  each  -1+-2      3+4        1e-05+2    3+4        5+6        7+8
                """);
    }

    @Test
    void aLoneZeroBesideRanksWithMoreValuesDidNotRun() throws IOException {
        TextFiles.Read read =
                files.read(
                        "out.csv",
                        """
                        id,tag,is_loop,times
                        main,,0,0.5-0.5|0.5-0.5|0.5-0.5
                        main>update,,0,0.000000|0-0|0.7-0.8
                        main>loop,,1,1+2-3+4|0|5+6-7+8
                        """);
        assertSame(
                """
                path         loop  rank0rep0  rank0rep1  rank1rep0  rank1rep1  rank2rep0  rank2rep1
                main         -           0.5        0.5        0.5        0.5        0.5        0.5
                main/update  -             -          -          0          0        0.7        0.8
                main/loop    each        1+2        3+4          -          -        5+6        7+8
                """,
                read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "note: a single zero is treated as a rank that did not run, 2 times (first:"
                                + " out.csv line 3)");
    }

    @Test
    void aLoneValueThatIsNotZeroIsTheFirstExecution() throws IOException {
        TextFiles.Read read =
                files.read("out.csv", "id,tag,is_loop,times\nmain,,0,0.5|1-2-3|4-5\n");
        assertSame(
                """
                path  rank0rep0 rank0rep1 rank0rep2 rank1rep0 rank1rep1 rank1rep2 rank2rep0 rank2rep1 rank2rep2
                main        0.5         -         -         1         2         3         4         5         -
                """,
                read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "note: a rank lacks an execution that others have, 3 times (first: out.csv"
                                + " line 2)");
    }

    @Test
    void aRankThatDidNotRunLacksNoExecutions() throws IOException {
        TextFiles.Read read = files.read("out.csv", "id,tag,is_loop,times\nmain,,0,0|1-2-3|4-5\n");
        assertSame(
                """
                path  rank0rep0 rank0rep1 rank0rep2 rank1rep0 rank1rep1 rank1rep2 rank2rep0 rank2rep1 rank2rep2
                main          -         -         -         1         2         3         4         5         -
                """,
                read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "note: a single zero is treated as a rank that did not run (first: out.csv"
                                + " line 2)",
                        "note: a rank lacks an execution that others have (first: out.csv line 2)");
    }

    @Test
    void rowsMayComeInAnyOrder() throws IOException {
        TextFiles.Read read =
                files.read(
                        "out.csv", "id,tag,is_loop,times\nmain,M,0,1\nother,O,0,3\nmain>a,A,0,2\n");
        assertSame("path tag rank0\nmain M 1\nmain/a A 2\nother O 3", read.profile());
    }

    @Test
    void columnsWithoutAnyTextAreNoLabels() throws IOException {
        Profile profile = files.read("out.csv", "id,tag,is_loop,times\nmain,,0,1\n").profile();
        assertThat(profile.labels()).isEmpty();
    }

    @Test
    void aRowWithFewerRanksIsALoss() throws IOException {
        TextFiles.Read read =
                files.read("out.csv", "id,tag,is_loop,times\nmain,,0,1|2|3\nmain>a,,0,4|5\n");
        assertSame("path rank0 rank1 rank2\nmain 1 2 3\nmain/a 4 5 -", read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "lost: a row has fewer ranks than the others (first: out.csv line 3: 2 of"
                                + " 3)");
    }

    @Test
    void iterationsOfWhatIsNoLoopAreKept() throws IOException {
        TextFiles.Read read = files.read("out.csv", "id,tag,is_loop,times\nmain,,0,1+2\n");
        assertSame("path rank0\nmain 1+2", read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "note: stored iterations of a region that is not named as a loop (first:"
                                + " out.csv line 2)");
    }

    /// Seen in the authors' own sample: the beginning of the next rank's message, which are times
    /// of other events.
    @Test
    void inGeneration1WhatFollowsACommaInTimesBelongsToOtherRows() throws IOException {
        TextFiles.Read read =
                files.read(
                        "out.csv",
                        """
                        "id","parent","tag","is_loop","times"
                        "main","null","null","0","1-2,7-8|3-4|0,9"
                        """);
        assertSame(
                """
                path  rank0rep0 rank0rep1 rank1rep0 rank1rep1 rank2rep0 rank2rep1
                main          1         2         3         4         -         -
                """,
                read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "lost: ignored characters after a comma in the times of a rank, 2 times"
                                + " (first: out.csv line 2)",
                        "note: a single zero is treated as a rank that did not run (first: out.csv"
                                + " line 2)");
    }

    @Test
    void anUnfinishedLastLineIsLeftOut() throws IOException {
        TextFiles.Read read =
                files.read("out.csv", "id,tag,is_loop,times\nmain,,0,1|2\nmain>a,,0,4|5");
        assertSame("path rank0 rank1\nmain 1 2", read.profile());
        assertThat(notes(read.report()))
                .containsExactly(
                        "lost: skipped the incomplete last line (first: out.csv line" + " 3)");
    }

    @Test
    void anUnfinishedLineOfGeneration1IsCompleteIfItsLastQuoteIsThere() throws IOException {
        String start =
                """
                "id","parent","tag","is_loop","times"
                "a","null","","0","1|2"
                """;
        TextFiles.Read whole = files.read("out.csv", start + "\"b\",\"null\",\"\",\"0\",\"3|4\"");
        assertSame("path rank0 rank1\na 1 2\nb 3 4", whole.profile());
        assertThat(notes(whole.report()))
                .containsExactly(
                        "note: the last line is not terminated; the file may be truncated");
        for (String cut :
                List.of(
                        "\"b\",\"null\",\"\",\"0\",\"3|4",
                        "\"b\",\"null\",\"\",\"0\",\"3\"",
                        "\"b\",\"null\"")) {
            TextFiles.Read read = files.read("out.csv", start + cut);
            assertSame("path rank0 rank1\na 1 2", read.profile());
            assertThat(read.report().isLossy()).as(cut).isTrue();
        }
    }

    @Test
    void aSliceOfTheFileIsTheSliceOfTheProfile() throws IOException {
        Path file =
                files.write(
                        "out.csv",
                        """
                        "id","parent","tag","is_loop","times"
                        "main","null","null","0","1-2,7-8|3-4|0,9"
                        "main-a","main","null","1","1+2-3|0|5-6+7+8"
                        """);
        Profile whole = TextFiles.read(Input.of(file)).profile();
        try (ProfileSource source = new CompactTextFormat().open(Input.of(file))) {
            Slice all = Slice.everything();
            for (Slice slice :
                    List.of(
                            Slice.summed(),
                            all.withIterations(1, 2),
                            all.withNodes(Selection.of(1)),
                            all.withContexts(Selection.of(3)),
                            all.withContexts(Selection.of(0, 4, 5)),
                            all.withMetrics(Selection.of())))
                assertThat(ProfileDifference.between(slice.of(whole), source.load(slice)))
                        .as(slice.toString())
                        .isEmpty();
        }
    }

    @Test
    void blankLinesAndLineEndsOfWindowsDoNotMatter() throws IOException {
        assertReads("id,tag,is_loop,times\r\n\r\nmain,,0,1\r\n\r\n", "path rank0\nmain 1");
    }

    @Test
    void namesThatAreNotUtf8StayDifferent() throws IOException {
        Path file = folder.resolve("out.csv");
        Files.write(
                file,
                """
                \u00fc,1
                id,tag,is_loop,times
                \u00e4,,0,1
                \u00f6,,0,1
                1,,0,1
                """
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        assertThat(TextFiles.read(Input.of(file)).profile().tree().frames())
                .extracting(frame -> frame.name())
                .containsExactly("\u00e4", "\u00f6", "\u00fc");
    }
}
