package treeline.question.claims;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.archive.Archive;
import treeline.archive.RunLabel;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.question.answer.Answer;
import treeline.question.input.Session;
import treeline.question.list.Questions;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Every statement about random builds is recomputed from the values of their runs.
class BuildClaimsTest {
    private static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

    @TempDir Path folder;

    @Test
    void everyStatementAboutTwoBuildsIsTrue() throws IOException {
        ClaimChecks<BuildCase> checks = BuildClaimChecks.ofTwo();
        for (int seed = 0; seed < 40; seed++) {
            var random = new Random(seed);
            int[] counts = {1, 2, 5, 6};
            int before = counts[seed % 4];
            int after = counts[seed / 4 % 4];
            double factor = new double[] {1, 1.3, 1, 0.7}[seed / 3 % 4];
            List<Profile> old = runs(random, before, 1, seed % 7 == 6, "old" + seed);
            List<Profile> changed = runs(random, after, factor, false, "new" + seed);
            for (List<String> options :
                    List.of(
                            List.<String>of(),
                            List.of("--fail-above", "5%"),
                            List.of("--least-share", "5%")))
                ask(
                        "compare",
                        new BuildCase(old, changed, options),
                        List.of(folder + "/old" + seed, folder + "/new" + seed),
                        checks);
        }
        checks.assertTrue();
    }

    @Test
    void everyStatementAboutAHistoryIsTrue() throws IOException {
        ClaimChecks<BuildCase> checks = BuildClaimChecks.ofHistory();
        for (int seed = 0; seed < 12; seed++) {
            var random = new Random(seed);
            int builds = new int[] {4, 20, 20, 24}[seed % 4];
            int slowFrom = seed / 4 % 2 == 0 ? builds : builds / 2;
            Path perf = folder.resolve("perf" + seed);
            Archive archive = Archive.atOrNew(perf);
            List<Profile> all = new ArrayList<>();
            for (int build = 0; build < builds; build++) {
                double bad = seed % 3 == 0 && build == 3 ? 30 : 0;
                Profile profile =
                        drawn(random, (build < slowFrom ? 10 : 12) + bad, build == 1 ? 0 : 2, 3);
                all.add(profile);
                archive.add(
                        profile,
                        RunLabel.of(profile.metadata(), START)
                                .at(START.plus(build, ChronoUnit.DAYS))
                                .ofBranch("main")
                                .ofCommit("c%02d".formatted(build)));
            }
            for (List<String> options :
                    List.of(
                            List.<String>of(),
                            List.of("solve"),
                            List.of("io"),
                            List.of("--fail-on-change"),
                            List.of("solve", "--fail-on-change"),
                            List.of("solve", "--fail-on-change", "--newest", "3"))) {
                List<String> words = new ArrayList<>(List.of("--archive", perf.toString()));
                words.addAll(0, options);
                ask("archive trend", new BuildCase(all, List.of(), options), words, checks);
            }
        }
        checks.assertTrue();
    }

    private static void ask(
            String name, BuildCase builds, List<String> operands, ClaimChecks<BuildCase> checks)
            throws IOException {
        List<String> words = new ArrayList<>(operands);
        if (name.equals("compare")) words.addAll(builds.words());
        try {
            Answer answer =
                    new Questions(Formats::all)
                            .named(name)
                            .orElseThrow()
                            .ask(words, Session.SILENT);
            checks.check(answer, builds, name + " " + words);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    private List<Profile> runs(
            Random random, int count, double factor, boolean isOtherProgram, String name)
            throws IOException {
        Path runs = Files.createDirectory(folder.resolve(name));
        List<Profile> all = new ArrayList<>();
        for (int run = 0; run < count; run++) {
            Profile profile =
                    isOtherProgram
                            ? Drawing.profileOf("path rank0\nother %d\n".formatted(run + 1))
                            : drawn(random, 10 * factor, 2, 3 * factor);
            new DatabaseExporter().export(profile, runs.resolve(run + ".tldb"));
            all.add(profile);
        }
        return all;
    }

    /// `small` is below 1 % of the run, and `fixed` does not vary within a build.
    private static Profile drawn(Random random, double solve, double io, double fixed) {
        return Drawing.profileOf(
                "path rank0\nmain 1\nmain/solve %s\n%smain/fixed %s\nmain/small %s\n"
                        .formatted(
                                solve + random.nextInt(64) / 256.0,
                                io > 0
                                        ? "main/io %s\n".formatted(io + random.nextInt(64) / 256.0)
                                        : "",
                                fixed,
                                random.nextInt(1, 64) / 2048.0));
    }
}
