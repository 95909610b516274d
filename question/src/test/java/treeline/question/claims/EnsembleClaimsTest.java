package treeline.question.claims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Every statement about an ensemble of random runs is recomputed from their values.
class EnsembleClaimsTest {
    private static final int ENSEMBLES = 12;

    private static final Map<String, List<List<String>>> OPTIONS =
            Map.of(
                    "ensemble speedup",
                            List.of(
                                    List.of(),
                                    List.of("--kind", "weak_efficiency"),
                                    List.of("--where", "ranks = 4")),
                    "ensemble variability", List.of(List.of(), List.of("--group-by", "compiler")),
                    "ensemble cluster", List.of(List.of(), List.of("--clusters", "2")));

    @TempDir Path folder;

    @Test
    void everyStatementIsTrue() throws IOException {
        ClaimChecks<EnsembleCase> checks = EnsembleClaimChecks.all();
        List<Question> questions =
                new Questions(Formats::all)
                        .all().stream()
                                .filter(each -> each.name().startsWith("ensemble "))
                                .toList();
        for (long seed = 0; seed < ENSEMBLES; seed++) {
            EnsembleCase runs = written(seed);
            for (Question question : questions)
                for (List<String> options :
                        OPTIONS.getOrDefault(question.name(), List.of(List.of())))
                    ask(question, runs, options, checks);
        }
        checks.assertTrue();
    }

    private static void ask(
            Question question,
            EnsembleCase runs,
            List<String> options,
            ClaimChecks<EnsembleCase> checks)
            throws IOException {
        List<String> words = new ArrayList<>(runs.paths());
        words.addAll(options);
        try {
            Answer answer = question.ask(words, Session.SILENT);
            checks.check(answer, runs.about(options), question.name() + " " + words);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).as(question.name()).isNotBlank();
        }
    }

    /// Runs of which `solve` scales, `exchange` does not, and `io` varies or is missing.
    private EnsembleCase written(long seed) throws IOException {
        var random = new Random(seed);
        Path each = Files.createDirectory(folder.resolve("runs" + seed));
        int serial = random.nextInt(1, 40);
        boolean hasIo = random.nextBoolean();
        List<Profile> profiles = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        for (int ranks = 1; ranks <= 32; ranks *= 2) {
            String io = hasIo && ranks % 3 != 0 ? "main/io %d\n".formatted(random.nextInt(5)) : "";
            Profile drawn =
                    Drawing.profileOf(
                            "path rank0\nmain %d\nmain/solve %s\nmain/exchange %d\n%s"
                                    .formatted(
                                            random.nextInt(2),
                                            (seed % 3 == 2 && ranks == 4 ? 3 : 1)
                                                            * 640.0
                                                            / (seed % 4 == 1 ? 1 : ranks)
                                                    + random.nextInt(8) / 8.0,
                                            serial + random.nextInt(3),
                                            io));
            Metadata metadata =
                    Metadata.NONE
                            .with("ranks", ranks)
                            .with("machine", "one")
                            .with("compiler", ranks < 4 ? "gcc" : "clang");
            Profile profile = drawn.withMetadata(metadata);
            Path file = each.resolve("%02d.tldb".formatted(ranks));
            new DatabaseExporter().export(profile, file);
            profiles.add(profile);
            paths.add(file.toString());
        }
        return new EnsembleCase(profiles, paths, List.of());
    }
}
