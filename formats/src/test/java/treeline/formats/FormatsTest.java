package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.csv.CsvExporter;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class FormatsTest {
    @TempDir Path folder;

    @Test
    void whatCanBeWrittenAndReadComesBackWithoutBeingNamed() throws IOException {
        Formats formats = Formats.all();
        List<String> readable = formats.readable().stream().map(ProfileFormat::name).toList();
        for (ProfileExporter exporter : formats.writable()) {
            if (!readable.contains(exporter.name()) || !exporter.readsBackTheSame()) continue;
            for (int seed = 0; seed < 30; seed++) {
                Profile profile = RandomProfiles.of(seed);
                if (!exporter.keepsMetadata()) profile = profile.withMetadata(Metadata.NONE);
                if (!exporter.keepsContextLabels())
                    profile =
                            new Profile(
                                    profile.outline().withContextLabels(List.of()),
                                    profile.values());
                Path file = folder.resolve("run" + exporter.extension());
                exporter.export(profile, file);
                try (ProfileSource source = formats.open(file.toString())) {
                    assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                            .as("%s, seed %d", exporter.name(), seed)
                            .isEmpty();
                }
                assertThat(formats.formatOf(Input.of(file)).name()).isEqualTo(exporter.name());
                assertThat(formats.exporterFor(file)).contains(exporter);
            }
        }
    }

    @Test
    void profilesWithoutContextsNodesOrMetricsAreWrittenAndReadBack() throws IOException {
        var metric = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
        var withoutContexts = new ProfileBuilder();
        withoutContexts.metric(metric);
        withoutContexts.child(ProfileBuilder.ROOT, Frame.region("main"));
        var withoutNodes = new ProfileBuilder();
        withoutNodes.metric(metric);
        withoutNodes.context(Context.ofRank(0));
        var withoutMetrics = new ProfileBuilder();
        withoutMetrics.child(ProfileBuilder.ROOT, Frame.region("main"));
        withoutMetrics.context(Context.ofRank(0));
        Formats formats = Formats.all();
        for (ProfileExporter exporter : formats.writable())
            for (Profile profile :
                    List.of(
                            withoutContexts.build(),
                            withoutNodes.build(),
                            withoutMetrics.build(),
                            new ProfileBuilder().build())) {
                Path place = Files.createTempDirectory(folder, exporter.name());
                Path file = place.resolve("empty" + exporter.extension());
                exporter.export(profile, file);
                if (!exporter.readsBackTheSame()) continue; // written without an error is enough
                if (exporter instanceof CsvExporter && profile.metrics().isEmpty())
                    continue; // nothing says that it is ours
                try (ProfileSource source = formats.open(file.toString())) {
                    assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                            .as("%s of %s", exporter.name(), profile.outline())
                            .isEmpty();
                }
            }
    }

    @Test
    void noSampleIsClaimedByTwoFormats() throws IOException {
        Formats formats = Formats.all();
        for (ProfileExporter exporter : formats.writable()) {
            Path file = folder.resolve("run" + exporter.extension());
            exporter.export(profileOf("path rank0\nmain 1"), file);
            long claims = 0;
            for (ProfileFormat format : formats.readable())
                if (format.sniff(Input.of(file.toString())) != Match.NO) claims++;
            assertThat(claims).as(exporter.name()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void certainBeatsPlausible() throws IOException {
        var formats =
                new Formats(
                        List.of(new Fake("one", Match.PLAUSIBLE), new Fake("two", Match.CERTAIN)),
                        List.of());
        assertThat(formats.formatOf(Input.of(file("x"))).name()).isEqualTo("two");
    }

    @Test
    void twoClaimsAreAnErrorThatNamesBoth() throws IOException {
        var formats =
                new Formats(
                        List.of(new Fake("one", Match.CERTAIN), new Fake("two", Match.CERTAIN)),
                        List.of());
        Path file = file("x");
        assertThatThrownBy(() -> formats.open(file.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(
                        "run: expected a profile of one format, found a file of several possible"
                                + " formats (one, two); select the format with --format");
        assertThat(formats.open(file.toString(), "two").report()).isEqualTo(ReadReport.CLEAN);
        assertThatThrownBy(() -> formats.open(file.toString(), "three"))
                .hasMessage("no format 'three'; available: one, two");
    }

    @Test
    void aDatabaseOfAnotherToolIsNamed() throws IOException {
        Path file = file("SQLite format 3\0\20\0\1\1");
        assertThatThrownBy(() -> Formats.all().open(file.toString()))
                .hasMessageEndingWith(
                        "found an SQLite database that is damaged or from an unknown tool");
    }

    @Test
    void aRuntimeReportOfCaliperIsNamedWithAWayOut() throws IOException {
        for (String heading :
                List.of(
                        "Path            Min time/rank Avg time/rank Max time/rank Time %",
                        "Path       Time (E) Time (I) Time % (E) Time % (I)",
                        "Path         Inclusive time Exclusive time Time %")) {
            Path file = file("hello\n" + heading + "\nmain                 1.247867\n");
            assertThatThrownBy(() -> Formats.all().open(file.toString()))
                    .hasMessageEndingWith(
                            "found the output of Caliper's runtime-report, which lacks units and"
                                + " per-rank values; record with CALI_CONFIG=hatchet-region-profile"
                                + " or spot");
        }
    }

    @Test
    void anUnknownFileSaysHowItStarts() throws IOException {
        var formats = new Formats(List.of(new Fake("one", Match.NO)), List.of());
        Path file = file("hello\n\"you\"");
        assertThatThrownBy(() -> formats.open(file.toString()))
                .hasMessageEndingWith(
                        "run: expected a profile, found a file that starts with"
                                + " \"hello\\x0a\\x22you\\x22\"");
        Path empty = file("");
        assertThatThrownBy(() -> formats.open(empty.toString()))
                .hasMessageEndingWith("found an empty file");
        Path nothing = Files.createDirectory(folder.resolve("nothing"));
        assertThatThrownBy(() -> formats.open(nothing.toString()))
                .hasMessageEndingWith("found a directory without files");
    }

    @Test
    void aFolderOfFoldersProposesOneOfThem() throws IOException {
        var formats = new Formats(List.of(new Fake("one", Match.NO)), List.of());
        Path runs = Files.createDirectory(folder.resolve("runs"));
        Files.createDirectory(runs.resolve("b"));
        assertThatThrownBy(() -> formats.open(runs.toString()))
                .hasMessageEndingWith(
                        "found a directory with one sub-folder only, which are not searched; name"
                                + " one, such as %s/b, or use 'treeline ensemble' for all",
                        runs);
        Files.createDirectory(runs.resolve("a"));
        assertThatThrownBy(() -> formats.open(runs.toString()))
                .hasMessageContaining("with 2 sub-folders only")
                .hasMessageContaining("such as %s/a,".formatted(runs));
    }

    @Test
    void aProfileBesideItsSourceIsOpenedAndTheRestIsNamed() throws IOException {
        Formats formats = ofRuns();
        Files.writeString(folder.resolve("a.c"), "int main() {}");
        Files.writeString(folder.resolve("b.run"), "run");
        Files.writeString(folder.resolve("c.md"), "# Notes");
        Opened opened = formats.open(folder.toString(), Optional.empty());
        assertThat(opened.input().name()).isEqualTo(folder.resolve("b.run").toString());
        assertThat(opened.format().name()).isEqualTo("runs");
        assertThat(opened.source().report().entries())
                .containsExactly(
                        new ReadReport.Entry("a file is not part of the profile", 2, "a.c", false));
    }

    @Test
    void severalRunsSayHowManyAndWhatTakesThem() throws IOException {
        Formats formats = ofRuns();
        for (int i = 1; i <= 8; i++) Files.writeString(folder.resolve(i + ".json"), "run");
        assertThatThrownBy(() -> formats.open(folder + "/*.json"))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        folder
                                + "/*.json: expected one run, found 8: 1.json (runs), 2.json"
                                + " (runs), 3.json (runs), ...; use 'treeline ensemble' for several"
                                + " runs");
    }

    @Test
    void filesOfNoFormatAreCounted() throws IOException {
        Files.writeString(folder.resolve("a.c"), "int main() {}");
        Files.writeString(folder.resolve("c.md"), "# Notes");
        assertThatThrownBy(() -> ofRuns().open(folder.toString()))
                .hasMessage(folder + ": expected a profile, found 2 files of unknown formats");
    }

    /// Every single file with the text "run" is a run.
    private static Formats ofRuns() {
        return new Formats(
                List.of(
                        new Fake("runs", Match.CERTAIN) {
                            @Override
                            public Match sniff(Input input) throws IOException {
                                if (input.files().size() != 1) return Match.NO;
                                String text = Files.readString(input.files().getFirst());
                                return text.equals("run") ? Match.CERTAIN : Match.NO;
                            }
                        }),
                List.of());
    }

    @Test
    void aFormThatCannotBeWrittenSaysWhichCan() {
        assertThatThrownBy(() -> Formats.all().exporter("xls"))
                .hasMessageStartingWith(
                        "format 'xls' cannot be written; available: database (.tldb)");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("run"), text);
    }

    private static class Fake implements ProfileFormat {
        private final String name;
        private final Match match;

        Fake(String name, Match match) {
            this.name = name;
            this.match = match;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return "a fake";
        }

        @Override
        public Match sniff(Input input) throws IOException {
            return match;
        }

        @Override
        public ProfileSource open(Input input) {
            return new LoadedSource(profileOf("path rank0\nmain 1"), ReadReport.CLEAN);
        }
    }
}
