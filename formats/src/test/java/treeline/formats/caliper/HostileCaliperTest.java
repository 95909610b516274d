package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.caliper.CaliText.Read;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.CpuTime;
import treeline.testkit.Patience;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Files made to hurt: they end in a located error or a report, soon and in little memory.
@Timeout(Patience.TEST_SECONDS)
class HostileCaliperTest {
    private static final int DEEP = 100_000;

    @TempDir Path folder;

    @Test
    void aPathOfAHundredThousandFramesIsRead() throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < DEEP; i++)
            lines.append(
                            "__rec=node,id=%d,attr=21,data=f%s\n"
                                    .formatted(1000 + i, i == 0 ? "" : ",parent=" + (999 + i)))
                    .append("__rec=ctx,ref=%d,attr=41,data=1\n".formatted(1000 + i));
        Read run = CaliText.cali(folder, lines.toString());
        assertThat(run.profile().tree().size()).isEqualTo(DEEP);
    }

    @Test
    void nodesThatAreTheirOwnParentsAreLost() throws IOException {
        Read run =
                CaliText.cali(
                        folder,
                        """
                        __rec=node,id=60,attr=21,data=a,parent=60
                        __rec=node,id=61,attr=61,data=b
                        __rec=node,id=1152921504606846976,attr=21,data=c
                        __rec=node,id=99999999999999999999999,attr=21,data=d
                        __rec=ctx,ref=1152921504606846976,attr=41,data=1
                        """);
        assertThat(run.reasons())
                .map(reason -> reason.replaceAll(" \\(first.*", ""))
                .containsExactly(
                        "a node has a parent that is not defined before it",
                        "a node uses an attribute that is not defined before it",
                        "a node has no id, or a string that is too long");
        assertThat(run.time("c")).isEqualTo(1);
    }

    @Test
    void branchesThatMultiplyAreRefused() {
        var lines = new StringBuilder();
        for (int i = 0; i < 3000; i++)
            lines.append(
                    "__rec=node,id=%d,attr=21,data=f%s\n"
                            .formatted(1000 + i, i == 0 ? "" : ",parent=" + (999 + i)));
        for (int i = 0; i < 3000; i++)
            lines.append("__rec=ctx,ref=%d=3999,attr=41,data=1\n".formatted(1000 + i));
        assertThatThrownBy(() -> CaliText.cali(folder, lines.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        "%s/run.cali: expected records that combine branches of at most 4194304 nodes, found more"
                                .formatted(folder));
    }

    @Test
    void attributesThatNoTwoRecordsShareAreRefused() {
        var lines = new StringBuilder();
        for (int i = 0; i < 20_000; i++)
            lines.append(
                    "__rec=node,id=%1$d,attr=8,data=m%1$d,parent=45\n__rec=ctx,attr=%1$d,data=1\n"
                            .formatted(1000 + i));
        assertThatThrownBy(() -> CaliText.cali(folder, lines.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining(
                        "run.cali: expected records that share their attributes, found ");
    }

    @Test
    void aMeasuredAttributeWithoutANameIsRefused() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("unnamed.cali"),
                        """
                        __rec=node,id=33,attr=8,data=attribute.alias,
                        __rec=node,id=34,attr=8,
                        __rec=node,id=35,attr=34,parent=5
                        __rec=node,id=36,attr=33,data=e,parent=5
                        __rec=node,id=40,attr=10,parent=36
                        __rec=node,id=41,attr=8,data=n,parent=40
                        __rec=node,id=46,attr=8,parent=40
                        __rec=ctx,attr=41=46,data=5=1
                        """);
        assertThatThrownBy(() -> CaliText.read(new CaliFormat(), file))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(file + ": expected measured attributes with names, found one without");
    }

    @Test
    void aLineOfManyMegabytesIsLostAndTheNextOneRead() throws IOException {
        Path file = folder.resolve("long.cali");
        byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(CaliText.ATTRIBUTES.getBytes(StandardCharsets.US_ASCII));
            out.write("__rec=node,id=60,attr=21,data=".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 100; i++) out.write(megabyte);
            out.write("\n__rec=node,id=61,attr=21,data=".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 2; i++) out.write(megabyte);
            out.write("\n__rec=ctx,attr=41,data=1\n".getBytes(StandardCharsets.US_ASCII));
        }
        Read run = CaliText.read(new CaliFormat(), file);
        assertThat(run.time("(outside regions)")).isEqualTo(1);
        assertThat(run.reasons())
                .containsExactly(
                        "a line is too long for a record (first: %s line 24)".formatted(file),
                        "a node has no id, or a string that is too long (first: %s line 25)"
                                .formatted(file));
    }

    @Test
    void bracketsWithoutEndAreALocatedError() {
        fails(
                "{\"data\": " + "[".repeat(1_000_000),
                "expected the end of the value that is open, found the end of the file");
        fails(
                "{\"data\": ["
                        + "[".repeat(DEEP)
                        + "]".repeat(DEEP)
                        + "], \"columns\": [\"path\"]}",
                "at byte 11: expected a value, found '['");
        fails(
                "{\"columns\": " + "[".repeat(DEEP) + "]".repeat(DEEP) + ", \"data\": []}",
                "expected JSON, found ");
    }

    @Test
    void aTextOfManyMegabytesIsALocatedError() {
        fails(
                "{\"data\": [], \"columns\": [\"" + "x".repeat(3 << 20) + "\"]}",
                "expected JSON, found String value length");
    }

    @Test
    void countsBeyondAllFilesAreNotBelieved() throws IOException {
        String text =
                """
                {"data": [[1e18, 1.5, 0], [0, 1.5, 1152921504606846976], [0, 1.5, 0]],
                 "columns": ["mpi.rank", "time", "path"],
                 "column_metadata": [{"is_value": true}, {"is_value": true}, {"is_value": false}],
                 "nodes": [{"label": "main", "column": "path"}]}
                """;
        Read run =
                CaliText.read(
                        new CaliJsonSplitFormat(),
                        Files.writeString(folder.resolve("run.json"), text));
        assertThat(run.profile().contexts()).hasSize(1);
        assertThat(run.report().isLossy()).isTrue();
    }

    @Test
    void manyColumnsAndShortRowsCostLittle() {
        var names = new StringBuilder("\"path\"");
        for (int i = 0; i < 20_000; i++) names.append(",\"m").append(i).append('"');
        String text =
                "{\"data\": [%s[]], \"columns\": [%s]}".formatted("[1],".repeat(1_000_000), names);
        String message = "expected at least one record with a measured value, found none";
        assertTimeoutPreemptively(
                Patience.DURATION,
                () ->
                        assertThat(CpuTime.of(() -> fails(text, message)))
                                .isLessThan(Duration.ofSeconds(30)));
    }

    private void fails(String text, String message) {
        assertThatThrownBy(
                        () ->
                                CaliText.read(
                                        new CaliJsonSplitFormat(),
                                        Files.writeString(folder.resolve("run.json"), text)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("run.json")
                .hasMessageContaining(message);
    }

    @Test
    void aDeepPathOfRecordsIsRead() throws IOException {
        String text = "[{\"path\":\"%sf\",\"time\":1.5}]".formatted("f/".repeat(DEEP));
        Read run =
                CaliText.read(
                        new CaliJsonFormat(), Files.writeString(folder.resolve("run.json"), text));
        assertThat(run.profile().tree().size()).isEqualTo(DEEP + 1);
    }
}
