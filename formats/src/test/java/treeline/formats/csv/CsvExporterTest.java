package treeline.formats.csv;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class CsvExporterTest {
    @TempDir Path folder;

    @Test
    void everyPathContextAndIterationIsALine() throws IOException {
        assertThat(
                        csv(
                                """
                                metric time s inclusive
                                path        tag   rank0  rank1
                                main        -      10.5     12
                                main/loop   COMP  1+2+3      -

                                metric mem B exclusive
                                path        rank0  rank1
                                main            5      -
                                """))
                .isEqualTo(
                        """
                        path,tag,rank,iteration,time (inc) [s],mem (exc) [B]
                        main,,0,,10.5,5
                        main,,1,,12,
                        main/loop,COMP,0,0,1,
                        main/loop,COMP,0,1,2,
                        main/loop,COMP,0,2,3,

                        """);
    }

    @Test
    void columnsThatSayNothingAreLeftOut() throws IOException {
        assertThat(csv("path whole\na,b 1\n\"q\" 2"))
                .isEqualTo(
                        """
                        path,time (exc) [s]
                        "a,b",1
                        \"""q\""",2

                        """);
    }

    private String csv(String drawing) throws IOException {
        Path file = folder.resolve("p.csv");
        new CsvExporter().export(profileOf(drawing), file);
        return Files.readString(file);
    }
}
