package treeline.question.claims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.question.parameter.Operand;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/// Every statement about one or two random runs is recomputed from their values.
class RunClaimsTest {
    private static final int RUNS = 160;
    private static final int TRIED = Trials.of(100, RUNS);

    /// Further options of questions, one list for each time that they are asked. `NODE` and
    /// `FUNCTION` stand for a random node and its name.
    private static final Map<String, List<List<String>>> OPTIONS =
            Map.of(
                    "hot-path", List.of(List.of(), List.of("--all"), List.of("--from", "NODE")),
                    "callers", List.of(List.of(".*"), List.of("FUNCTION")),
                    "query", List.of(List.of("MATCH (p) WHERE p.name = \"FUNCTION\"")),
                    "prune", List.of(List.of("--prune", "1%")),
                    "correlate",
                            List.of(
                                    List.of(),
                                    List.of("--with", "time", "--with", "bytes"),
                                    List.of("--with", "time", "--with", "bytes", "--log")),
                    "diff",
                            List.of(
                                    List.of(),
                                    List.of("--threshold", "5"),
                                    List.of("--by", "function")),
                    "ranks", List.of(List.of(), List.of("--clusters", "2")));

    @TempDir Path folder;

    @Test
    void everyStatementIsTrue() throws IOException {
        ClaimChecks<RunCase> checks = RunClaimChecks.all();
        for (long seed = 0; seed < TRIED; seed++) {
            Profile profile = RandomRanks.of(seed);
            Profile other =
                    switch ((int) (seed % 4)) {
                        case 0 -> profile;
                        case 1 -> changed(profile);
                        default -> RandomRanks.of(seed + RUNS);
                    };
            written("run.tldb", profile);
            written("other.tldb", other);
            var random = new Random(seed);
            for (Question question : new Questions(Formats::all).all())
                ask(question, new RunCase(profile, other, random), checks);
        }
        checks.assertTrue();
    }

    /// The run with another value in its first cell.
    private static Profile changed(Profile profile) {
        Metric time = profile.metrics().getFirst();
        SparseRows values = profile.column(time).byContext();
        int[] cell = {0};
        SparseRows others =
                values.withValues(() -> values.value(cell[0]) + (cell[0]++ == 0 ? 3 : 0));
        return profile.with(time, MetricColumn.ofContexts(others, profile.tree().size()));
    }

    private void written(String name, Profile profile) throws IOException {
        Files.deleteIfExists(folder.resolve(name));
        new DatabaseExporter().export(profile, folder.resolve(name));
    }

    private void ask(Question question, RunCase subject, ClaimChecks<RunCase> checks)
            throws IOException {
        boolean isAboutRun =
                switch (question.subject()) {
                    case ONE_RUN, TWO_RUNS -> true;
                    case RUNS -> !question.name().startsWith("ensemble ");
                    case BUILDS, ARCHIVE -> false;
                };
        if (!isAboutRun) return;
        for (List<String> options :
                OPTIONS.getOrDefault(question.name(), List.of(needed(question)))) {
            RunCase asked = subject.about(options);
            List<String> words = new ArrayList<>(List.of(folder.resolve("run.tldb").toString()));
            if (question.subject() == Question.Subject.TWO_RUNS)
                words.add(folder.resolve("other.tldb").toString());
            words.addAll(asked.words());
            try {
                Answer answer = question.ask(words, Session.SILENT);
                checks.check(answer, asked, question.name() + " " + words);
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).as(question.name()).isNotBlank();
            }
        }
    }

    private static List<String> needed(Question question) {
        return question.operands().stream()
                .filter(each -> !each.value().file() && each.isNeeded())
                .map(Operand::name)
                .flatMap(each -> Stream.of(each.equals("QUERY") ? "MATCH (p)" : "NODE"))
                .toList();
    }
}
