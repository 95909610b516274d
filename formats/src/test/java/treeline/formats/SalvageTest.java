package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseExporter;
import treeline.store.text.CompactTextExporter;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;
import treeline.testkit.Trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

class SalvageTest {
    private static final int TRIALS = Trials.of(8, 200);

    @TempDir Path folder;

    /// Flips, cuts and zeroed stretches: no value of the result differs from the original, and
    /// every metric that lacks values is named.
    @Test
    void salvagedValuesAreThoseOfTheOriginal() throws IOException {
        List<Double> kept = new ArrayList<>();
        int refused = 0;
        for (int seed = 0; seed < 30; seed++) {
            Profile profile = seed % 10 == 9 ? ofManyRanks(seed) : RandomProfiles.of(seed);
            byte[] whole = new DatabaseExporter().bytes(profile);
            var random = new Random(seed);
            for (int trial = 0; trial < TRIALS; trial++) {
                Path file = Files.write(folder.resolve("run.tldb"), damaged(whole, random, trial));
                try {
                    kept.add(kept(profile, file, "seed %d, trial %d".formatted(seed, trial)));
                } catch (MalformedProfileException nothing) {
                    refused++;
                    assertThat(nothing).hasMessageContaining("run.tldb");
                }
            }
        }
        kept.sort(null);
        System.out.printf(
                "salvage: %d damaged databases, %d refused, of the others the median kept %.1f %%"
                        + " of the cells, the mean %.1f %%%n",
                refused + kept.size(),
                refused,
                100 * kept.get(kept.size() / 2),
                100 * kept.stream().mapToDouble(each -> each).average().orElse(0));
        assertThat(kept).hasSizeGreaterThan(refused);
        assertThat(kept.get(kept.size() / 2)).isGreaterThan(0.5);
    }

    private static byte[] damaged(byte[] whole, Random random, int trial) {
        byte[] damaged = whole.clone();
        int at = random.nextInt(whole.length);
        switch (trial % 3) {
            case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> damaged = Arrays.copyOf(whole, at);
            default ->
                    Arrays.fill(
                            damaged,
                            at,
                            Math.min(at + 1 + random.nextInt(512), whole.length),
                            (byte) 0);
        }
        return damaged;
    }

    private static double kept(Profile whole, Path file, String trial) throws IOException {
        try (ProfileSource source = salvaged(file.toString())) {
            Profile part = source.load(Slice.everything());
            assertThat(ProfileDifference.beyond(whole, part)).as(trial).isEmpty();
            assertThat(whole.contexts()).as(trial).containsAll(part.contexts());
            long cells = 0;
            long intact = 0;
            for (Metric metric : whole.metrics()) {
                int there = part.column(metric).cells();
                int were = whole.column(metric).cells();
                cells += were;
                intact += there;
                if (there < were)
                    assertThat(source.report().entries())
                            .as(trial)
                            .anyMatch(
                                    each -> each.lossy() && each.reason().contains(metric.name()));
            }
            return cells == 0 ? 1 : (double) intact / cells;
        }
    }

    private static ProfileSource salvaged(String path) throws IOException {
        return Salvage.open(Formats.all(), path, Optional.of("database")).source();
    }

    private static Profile ofManyRanks(int seed) {
        var random = new Random(seed);
        var builder = new ProfileBuilder();
        int[] metrics = {
            builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE)),
            builder.metric(new Metric("mem", Unit.BYTES, Metric.Scope.EXCLUSIVE))
        };
        for (int n = 0; n < 12; n++) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region("event" + n));
            for (int rank = 0; rank < 400; rank++) {
                int context = builder.context(Context.ofRank(rank));
                double[] series = random.doubles(20, 1e3, 2e3).map(Math::rint).toArray();
                builder.addSeries(metrics[0], context, node, series, 0, series.length);
                builder.add(metrics[1], context, node, random.nextInt(1000));
            }
        }
        return builder.build();
    }

    @Test
    void ranksOfWhichNothingIsIntactAreLeftOut() throws IOException {
        Path parts = Files.createDirectory(folder.resolve("parts"));
        Profile whole = profileOf("path rank0 rank1 rank2\nmain 1 2 4");
        List<Profile> split = Parts.split(whole, 3, "r1");
        for (int i = 0; i < split.size(); i++)
            new DatabaseExporter()
                    .export(split.get(i), parts.resolve("part-00%d.tldb".formatted(i)));
        Path second = parts.resolve("part-001.tldb");
        byte[] bytes = Files.readAllBytes(second);
        Arrays.fill(bytes, 20, bytes.length, (byte) 0);
        Files.write(second, bytes);
        Opened opened = Salvage.open(Formats.all(), parts.toString(), Optional.empty());
        try (ProfileSource source = opened.source()) {
            Profile kept = source.load(Slice.everything());
            assertThat(kept.contexts()).containsExactly(Context.ofRank(0), Context.ofRank(2));
            assertThat(ProfileDifference.beyond(whole, kept)).isEmpty();
            assertThat(source.report().entries())
                    .extracting(ReadReport.Entry::reason)
                    .containsExactlyInAnyOrder(
                            "a file cannot be read, so all of its ranks are lost",
                            "a sub-file of the recording is missing");
        }
    }

    @Test
    void aFileWithoutItsTreeIsRefused() throws IOException {
        Path file = folder.resolve("run.tldb");
        byte[] bytes = new DatabaseExporter().bytes(profileOf("path rank0\nmain 1"));
        int tree = indexOf(bytes, "TREE");
        bytes[tree + 24] ^= 16;
        Files.write(file, bytes);
        assertThatThrownBy(() -> Salvage.open(Formats.all(), file.toString(), Optional.empty()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining(
                        "run.tldb at byte %d: expected a TREE section with checksum"
                                .formatted(tree + 24));
    }

    @Test
    void aFileWithoutAnyIntactValueIsRefused() throws IOException {
        Path file = folder.resolve("run.tldb");
        byte[] bytes = new DatabaseExporter().bytes(profileOf("path rank0\nmain 1"));
        bytes[indexOf(bytes, "CELS") + 24] ^= 16;
        Files.write(file, bytes);
        assertThatThrownBy(() -> Salvage.open(Formats.all(), file.toString(), Optional.empty()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining(
                        "run.tldb: expected intact values, found none: time of rank 0 (first:"
                                + " run.tldb, CELS section at byte ");
    }

    private static int indexOf(byte[] bytes, String tag) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(tag);
    }

    /// The checksum covers all of a text, so nothing tells which row of a changed one is right.
    @Test
    void completeRowsOfACutTextAreKeptAndAChangedTextIsRefused() throws IOException {
        Profile whole = profileOf("path rank0 rank1\nmain 10 20\nmain/a 1 2\nmain/b 3 4");
        Path file = folder.resolve("run.tltext");
        new CompactTextExporter().export(whole, file);
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.lastIndexOf("\n1<")) + "\n1<3,3");
        try (ProfileSource source =
                Salvage.open(Formats.all(), file.toString(), Optional.empty()).source()) {
            Profile kept = source.load(Slice.everything());
            assertThat(kept.column("time").cells()).isEqualTo(4);
            assertThat(ProfileDifference.beyond(whole, kept)).isEmpty();
            assertThat(source.report().isLossy()).isTrue();
        }
        Files.writeString(file, text.replace("10|20", "10|21"));
        assertThatThrownBy(() -> Salvage.open(Formats.all(), file.toString(), Optional.empty()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("expected bytes with checksum");
    }
}
