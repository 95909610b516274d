package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.OneRun;
import treeline.Treeline;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.list.Questions;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.UsageException;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Every interface refuses a parameter that a question does not have, instead of ignoring it.
class UnknownParameterTest {
    @TempDir Path folder;
    private final Questions questions = new Questions(Formats::all);

    @Test
    void aParameterOfAnotherQuestionIsRefused() throws IOException {
        String path = folder.resolve("run.tldb").toString();
        new DatabaseExporter().export(RandomProfiles.of(2), Path.of(path));
        List<String> names =
                questions.all().stream()
                        .flatMap(each -> each.parameters().stream())
                        .map(Parameter::name)
                        .distinct()
                        .toList();
        List<Question> aboutOneRun =
                questions.all().stream()
                        .filter(each -> each.subject() == Question.Subject.ONE_RUN)
                        .toList();
        try (var runs = new OpenRuns(Formats.all());
                OneRun run = Treeline.open(path)) {
            runs.open(path, Optional.empty());
            for (Question question : aboutOneRun)
                for (String name : names)
                    if (question.parameters().stream().noneMatch(each -> each.isCalled(name)))
                        isRefused(question, name, run, runs);
        }
    }

    private static void isRefused(Question question, String name, OneRun run, OpenRuns runs) {
        String what = "%s --%s".formatted(question.name(), name);
        List<String> words = List.of("--%s=1".formatted(name), "--", run.path());
        assertThatThrownBy(() -> question.signature().parse("treeline", words))
                .as(what)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no option '--%s'", name);
        assertThatThrownBy(() -> run.with(name, 1).ask(question.name()))
                .as(what)
                .hasMessageContaining("has no parameter '%s'", name);
        String query =
                "question=%s&run=0&%s=1&query=1&function=1&callpath=1&node=1"
                        .formatted(question.name().replace(' ', '+'), name);
        assertThatThrownBy(() -> new Answers(runs, "").of("ask", query))
                .as(what)
                .isInstanceOf(RefusedRequest.class)
                .hasMessageContaining("has no parameter");
    }
}
