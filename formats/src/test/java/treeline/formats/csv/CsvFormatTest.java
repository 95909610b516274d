package treeline.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CsvFormatTest {
    @TempDir Path folder;

    private Profile again(Profile profile) throws IOException {
        Path file = folder.resolve("again.csv");
        new CsvExporter().export(profile, file);
        return read(file);
    }

    private static Profile read(Path file) throws IOException {
        try (ProfileSource source = new CsvFormat().open(Input.of(file))) {
            assertThat(source.report().entries()).isEmpty();
            return source.load(Slice.everything());
        }
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("p.csv"), text);
    }

    @Test
    void everyProfileIsReadAsItWasWritten() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Profile drawn = RandomProfiles.of(seed).withMetadata(Metadata.NONE);
            var profile = new Profile(drawn.outline().withContextLabels(List.of()), drawn.values());
            assertThat(ProfileDifference.between(profile, again(profile)))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void framesKeepWhatIsKnownOfThem() throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.of("cycles"), Metric.Scope.EXCLUSIVE));
        int one = builder.context(new Context("node7", 1, 2, 3, 4));
        builder.context(new Context("node8", 1, 2, 3, 4)); // measured nothing
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("a/b\\c"));
        int line =
                builder.child(main, new Frame(Frame.Kind.LINE, "x.c:7", "/src/x.c", 7, "libx.so"));
        builder.child(line, Frame.region("without values"));
        builder.add(time, one, line, -0.0);
        Profile profile = builder.build();
        assertThat(ProfileDifference.between(profile, again(profile))).isEmpty();
    }

    @Test
    void namesThatASpreadsheetWouldExecuteGetAQuoteAndAreReadAsTheyWere() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("=sum", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(new Context("@node1", 0, -1, -1, -1));
        for (String name : List.of("=1+2", "-[NSObject init]", "'=1", "'plain'", "-1.5")) {
            int node = builder.newChild(ProfileBuilder.ROOT, Frame.region(name));
            builder.label("+label", node, "@" + name);
            builder.add(metric, context, node, -1.5);
        }
        Profile profile = builder.build();
        assertThat(ProfileDifference.between(profile, again(profile))).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("again.csv")))
                .startsWith(
                        "path,'+label,host,rank,'=sum (exc) [s]",
                        "'=1+2,'@=1+2,'@node1,0,-1.5",
                        "'-[NSObject init],'@-[NSObject init],'@node1,0,-1.5",
                        "\'\'=1,'@'=1,'@node1,0,-1.5",
                        "'plain','@'plain','@node1,0,-1.5",
                        "-1.5,'@-1.5,'@node1,0,-1.5");
    }

    @Test
    void labelsThatAreCalledLikeAColumnStayLabels() throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("rank", Unit.SECONDS, Metric.Scope.POINT));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (String name : List.of("rank", "path", "label:x", "a (inc)", "node"))
            builder.label(name, main, "text of " + name);
        builder.add(time, builder.context(Context.WHOLE), main, 1);
        Profile profile = builder.build();
        assertThat(ProfileDifference.between(profile, again(profile))).isEmpty();
    }

    @Test
    void sharedFilesAreJoined() throws IOException {
        Profile whole = profileOf("path rank0 rank1\nmain 1 2\nmain/a 3 4");
        int part = 0;
        for (Profile each : Parts.split(whole, 2, "r"))
            new CsvExporter().export(each, folder.resolve("part-%d.csv".formatted(part++)));
        try (ProfileSource source = new CsvFormat().open(Input.of(folder.toString()))) {
            assertThat(ProfileDifference.between(whole, source.load(Slice.everything()))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "path,size\n/home,7\n",
                "path,rank,time\nmain,0,1\n",
                "rank,path,time (inc) [s]\n",
                "path\nmain\n",
                "path,,time (inc)\n",
                "path,x,x,time (inc)\n",
                "path,time (inc),time (inc)\n",
                "path,\"time (inc)"
            })
    void aForeignCsvIsNotRecognised(String text) throws IOException {
        assertThat(new CsvFormat().sniff(Input.of(written(text)))).isEqualTo(Match.NO);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "main,0,,1,2       | line 2: expected 4 fields, found 5",
                "main,zero,,1      | line 2: expected a number in column rank, found 'zero'",
                "main,-1,,1        | line 2: expected a number in column rank, found '-1'",
                "main,0,,1 s       | line 2: expected a value, found '1 s'",
                "main/a,0,,1       | line 2: expected a path whose caller comes before it, found"
                        + " 'main/a'",
                "main,0,2147483647,1 | line 2: expected an iteration below 2147483647, found"
                        + " 2147483647",
                "main,0,1,1        | line 2: expected contexts and iterations of a path in"
                        + " ascending order, found rank 0 iteration 1",
                "'main,1,,1;main,0,,1'  | line 3: expected contexts and iterations of a path in"
                        + " ascending order, found rank 0",
                "'main,0,,1;main,0,,1'  | line 3: expected contexts and iterations of a path in"
                        + " ascending order, found rank 0",
                "'main,0,,1;a,0,,1;main,1,,1' | line 4: expected all lines of a path together,"
                        + " found 'main' again",
                "'main,0,,1;;a,0,,1'    | line 4: expected the end of the file, found another line",
                "'main/,0,,1'      | line 2: expected a path whose caller comes before it, found"
                        + " 'main/'",
                "'\"a\"b,0,,1'      | line 2: expected a comma after a field, found 'b'"
            })
    void aWrongLineIsALocatedError(String lines, String message) throws IOException {
        String body = lines.replace(';', '\n');
        Path file = written("path,rank,iteration,time (inc) [s]\n" + body + "\n\n");
        assertThatThrownBy(() -> new CsvFormat().open(Input.of(file)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(file + " " + message);
    }

    @Test
    void aFileWithoutItsLastLineSaysSo() throws IOException {
        Path file = written("path,rank,time (inc) [s]\nmain,0,1\nmain,1,2\n");
        try (ProfileSource source = new CsvFormat().open(Input.of(file))) {
            assertThat(source.report().entries())
                    .containsExactly(
                            new ReadReport.Entry(
                                    "the file does not end with an empty line, so lines may be"
                                            + " missing; add one if the file is complete",
                                    1,
                                    "line 4",
                                    true));
            assertThat(source.outline().contexts()).hasSize(2);
        }
    }

    /// Memory is for the iterations in the file, not for their numbers.
    @Test
    void aLoopMayStartAtAnyIteration() throws IOException {
        Profile read =
                read(
                        written(
                                """
                                path,rank,iteration,time (inc) [s],size (exc) [B]
                                main,0,2147483645,5,
                                main,0,2147483646,6,7

                                """));
        assertThat(ProfileDifference.between(read, again(read))).isEmpty();
    }

    /// A value that may be part of a number, and a sum that may lack iterations, would be wrong.
    @Test
    void whatMayBeIncompleteIsNamedAndLeftOut() throws IOException {
        assertThat(report("path,rank,time (inc) [s]\nmain,0,1\nmain,1,2"))
                .isEqualTo(
                        "the file does not end with an empty line, so the last line is not read,"
                            + " because it may be cut off; add one if the file is complete (first:"
                            + " line 3)");
        assertThat(report("path,rank,iteration,time (inc) [s]\nmain,0,0,1\nmain,0,1,2\n"))
                .isEqualTo(
                        "the file does not end with an empty line, so the last call path and"
                            + " context is not read, because iterations may be missing; add one if"
                            + " the file is complete (first: line 4)");
    }

    private String report(String text) throws IOException {
        try (ProfileSource source = new CsvFormat().open(Input.of(written(text)))) {
            assertThat(source.report().isLossy()).isTrue();
            return source.report().entries().getFirst().toString();
        }
    }

    @Test
    void linesMayEndAsOnWindows() throws IOException {
        Path file = written("path,rank,time (inc) [s]\r\nmain,0,1\r\n\r\n");
        assertThat(read(file).values().column(0).at(0, 0)).isEqualTo(1);
    }
}
