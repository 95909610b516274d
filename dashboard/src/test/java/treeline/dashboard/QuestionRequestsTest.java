package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.question.list.Questions;
import treeline.question.parameter.ShellLine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class QuestionRequestsTest {
    @TempDir Path folder;
    private final OpenRuns runs = new OpenRuns(Formats.all());
    private QuestionRequests requests = new QuestionRequests(runs, new Questions(Formats::all));

    @BeforeEach
    void open() throws IOException {
        Path run = folder.resolve("run.folded");
        Files.writeString(run, "main;solve 30\nmain;exchange 10\n");
        assertThat(runs.open(run.toString(), Optional.empty())).isEmpty();
        requests = new QuestionRequests(runs, new Questions(Formats::all));
    }

    private String ask(String query) throws IOException {
        return new String(requests.ask(query).bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void everyQuestionAboutOpenRunsIsListedWithItsParameters() {
        String list = new String(requests.list().bytes(), StandardCharsets.UTF_8);
        assertThat(list).contains("\"name\": \"flat\"", "\"name\": \"metric\"");
        assertThat(list).doesNotContain("\"engine\"", "\"explain\"", "\"format\"");
    }

    @Test
    void anAnswerHasATitleSectionsAndTheSameQuestionInThreeLanguages() throws IOException {
        String path = folder.resolve("run.folded").toString();
        String answer = ask("question=flat&run=0&by=function");
        assertThat(answer)
                .contains("samples by function, exclusive and inclusive")
                .contains(ShellLine.of(List.of("treeline", "flat", path, "--by", "function")))
                .contains(".with(\\\"by\\\", \\\"function\\\").ask(\\\"flat\\\")")
                .contains("treeline.run(\\\"flat\\\", ")
                .contains("solve");
    }

    @Test
    void anExportIsWhatTheCommandPrints() throws IOException {
        assertThat(ask("question=flat&run=0&form=csv"))
                .startsWith("function,exclusive")
                .contains("solve");
        assertThat(ask("question=flat&run=0&form=json"))
                .contains("\"schema\": \"treeline/flat/1\"");
    }

    @Test
    void onlyOpenRunsAndOfferedParametersAreAccepted() {
        assertThatThrownBy(() -> ask("question=flat&run=1")).hasMessageContaining("'run'");
        assertThatThrownBy(() -> ask("question=flat&run=0&format=folded"))
                .hasMessageContaining("no parameter 'format'");
        assertThatThrownBy(() -> ask("question=flat&run=0&engine=local"))
                .hasMessageContaining("no parameter 'engine'");
        assertThatThrownBy(() -> ask("question=nothing&run=0"))
                .hasMessageContaining("no question 'nothing'");
        assertThatThrownBy(() -> ask("question=flat&run=0&top=-1"))
                .hasMessageContaining("expected an integer from 1");
    }
}
