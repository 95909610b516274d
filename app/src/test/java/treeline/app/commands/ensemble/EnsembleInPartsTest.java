package treeline.app.commands.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import treeline.app.ListedQuestions;
import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.question.Question;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Every question about several runs that are read in parts has the same answer as in memory.
class EnsembleInPartsTest extends CommandTest {
    private static final String MEMORY = "treeline.memory";
    private static final int RUNS = 6;

    /// Parts may round the last digits of a sum.
    private static final Pattern LONG_NUMBER = Pattern.compile("-?\\d+\\.\\d{9,}(E-?\\d+)?");

    private final Session real = new Session(Formats.all(), Session.PLAIN);

    @AfterEach
    void enoughMemory() {
        System.clearProperty(MEMORY);
    }

    @Test
    void answersAreTheSame() throws IOException {
        for (int run = 0; run < RUNS; run++)
            new DatabaseExporter()
                    .export(RandomContexts.of(run), folder.resolve("run%d.tldb".formatted(run)));
        List<Question> ensembles =
                ListedQuestions.about(Question.Subject.RUNS).stream()
                        .filter(each -> each.name().startsWith("ensemble "))
                        .toList();
        assertThat(ensembles).hasSizeGreaterThan(6);
        for (Question each : ensembles)
            for (String option : options(each).toList()) {
                Object[] words =
                        ListedQuestions.words(each, folder + "/*.tldb", "main", option.split(" "));
                Session.Answer expected = run(real, words);
                System.setProperty(MEMORY, "100");
                Session.Answer found = run(real, words);
                System.clearProperty(MEMORY);
                assertThat(rounded(found))
                        .as("%s %s", each.name(), option)
                        .isEqualTo(rounded(expected));
            }
    }

    private static Stream<String> options(Question question) {
        boolean hasReductions = question.parameters().stream().anyMatch(its -> its.isCalled("of"));
        return hasReductions
                ? Stream.of("--csv", "--json", "--of=max --csv", "--of=min --csv", "--of=sum --csv")
                : Stream.of("--csv", "--json");
    }

    private static String rounded(Session.Answer answer) {
        return LONG_NUMBER
                .matcher(answer.exitCode() + answer.err() + answer.out())
                .replaceAll(
                        number ->
                                String.format(
                                        Locale.ROOT, "%.9e", Double.parseDouble(number.group())));
    }
}
