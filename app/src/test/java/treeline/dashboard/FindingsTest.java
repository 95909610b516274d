package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What the dashboard and the command line find is the same, word by word.
class FindingsTest {
    private static final String SOLVER =
            """
            path             tag   rank0  rank1  rank2  rank3
            main             -         1      1      1      1
            main/solve       COMP     10     10     10     40
            main/solve/wait  COMM     30     30     30      -
            main/step        -  1+2+3+4+5+6  1+2+3+4+5+6  1+2+3+4+5+6  1+2+3+4+5+6
            """;

    @TempDir Path folder;

    @Test
    void areTheSentencesOfTheReport() throws IOException {
        String file = Files.writeString(folder.resolve("solver.txt"), SOLVER).toString();
        var formats = new Formats(List.of(new DrawnFormat()), List.of());
        String report =
                new Session(formats, Session.PLAIN.withWidth(400)).run("report", file).out();
        String findings;
        try (var runs = new OpenRuns(formats)) {
            assertThat(runs.open(file, Optional.empty())).isEmpty();
            Response answer = new Answers(runs, "").of("findings", "run=0&metric=time");
            findings = new String(answer.bytes(), StandardCharsets.UTF_8);
        }
        assertThat(findings.lines().filter(line -> line.contains("\"text\"")))
                .anyMatch(line -> report.contains(sentence(line)));
        for (String title :
                List.of("Hot path", "Imbalance", "Slow ranks", "Iterations that drift or jump")) {
            List<String> lines = report.lines().toList();
            assertThat(lines).contains(title);
            assertThat(findings).contains(lines.get(lines.indexOf(title) + 1));
        }
    }

    private static String sentence(String line) {
        return line.substring(line.indexOf(": \"") + 3, line.lastIndexOf('"'));
    }
}
