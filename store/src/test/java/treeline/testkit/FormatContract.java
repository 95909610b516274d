package treeline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.CheckedSource;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What every format keeps, whatever file it meets: it finds its own files, it reads what it
/// writes, and a damaged file gives a located error or a correct partial read with a report, in
/// bounded time and memory. A format's test extends this and says what its samples are.
public abstract class FormatContract {
    /// Samples up to this size are cut at every byte, larger ones at as many places.
    private static final int CUTS = 500;

    private static final int FLIPS = 500;

    /// Numbers of a sample that are replaced.
    private static final int NUMBERS = 100;

    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\w.])[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![\\w.])");

    @TempDir protected Path folder;

    protected abstract ProfileFormat format();

    /// Writes small files of the format into the folder and returns them; each is a whole
    /// recording.
    protected abstract List<Path> samples(Path into) throws IOException;

    /// How the format is written, if it is.
    protected Optional<ProfileExporter> exporter() {
        return Optional.empty();
    }

    /// Whether every changed byte is noticed, by checksums. Text without checksums cannot tell one
    /// digit from another.
    protected boolean noticesEveryFlip() {
        return false;
    }

    /// Whether a file that ends early is always reported as missing values. A list of records
    /// without an end mark cannot tell: see [#mayEndAfter].
    protected boolean noticesEveryCut() {
        return true;
    }

    /// Whether a file that ends here may be complete, because it ends after a record and the format
    /// has no end mark. Every other cut that changes the numbers is reported.
    ///
    /// @param part the start of a sample
    protected boolean mayEndAfter(byte[] part) {
        return false;
    }

    /// For formats of which each line is a record.
    protected static boolean endsLine(byte[] part) {
        return part.length > 0 && part[part.length - 1] == '\n';
    }

    /// Whether a file that holds nothing is a whole recording: of a program that did nothing. All
    /// others must not open such a file without a word.
    protected boolean mayBeEmpty() {
        return false;
    }

    @Test
    void itIsCertainOfItsOwnFiles() throws IOException {
        for (Path sample : samples(folder))
            assertThat(format().sniff(Input.of(sample)))
                    .as(sample.toString())
                    .isEqualTo(Match.CERTAIN);
    }

    @Test
    void itDoesNotClaimEmptyOrForeignFiles() throws IOException {
        for (String foreign :
                List.of("", "\n", "hello", "{\"a\": 1}", "<xml/>", "\0\0\0\0\0\0\0\0")) {
            Path file = Files.writeString(folder.resolve("foreign"), foreign);
            assertThat(format().sniff(Input.of(file))).as(foreign).isEqualTo(Match.NO);
        }
    }

    @Test
    void exclusiveValuesAreTheInclusiveOnesOfTheRootsOrTheReportSaysWhyNot() throws IOException {
        for (Path sample : samples(folder))
            try (var source =
                    new CheckedSource(format().open(Input.of(sample)), sample.toString())) {
                List<String> broken = ExclusiveLaw.brokenBy(source.load(Slice.everything()));
                assertThat(saysContradictory(source.report()))
                        .as("%s: %s, %s", sample, broken, source.report())
                        .isEqualTo(!broken.isEmpty());
            }
    }

    private static boolean saysContradictory(ReadReport report) {
        return report.entries().stream()
                .map(ReadReport.Entry::reason)
                .anyMatch(
                        reason ->
                                reason.startsWith("the callees of a node have more ")
                                        || reason.startsWith("a node has a negative value of ")
                                        || reason.endsWith("do not add up to the inclusive ones"));
    }

    @Test
    void everySampleHasNodesAndValues() throws IOException {
        for (Path sample : samples(folder))
            if (!mayBeEmpty()) assertThat(isEmpty(read(sample))).as(sample.toString()).isFalse();
    }

    @Test
    void aNameInAnotherEncodingCostsAJsonProfileOnlyItsLetters() throws IOException {
        for (Path sample : samples(folder)) {
            String text = Files.readString(sample, StandardCharsets.ISO_8859_1);
            boolean isText = text.indexOf('\0') < 0;
            if (!isText || !"{[".contains(text.stripLeading().substring(0, 1)))
                continue; // not JSON
            Profile intact = read(sample);
            int node = 0;
            while (!text.contains(intact.tree().frame(node).name())) node++;
            String name = intact.tree().frame(node).name();
            String latin = name.substring(0, name.length() - 1) + '\u00e9';
            Path file = folder.resolve("latin1-" + sample.getFileName());
            Files.writeString(file, text.replace(name, latin), StandardCharsets.ISO_8859_1);
            assertThat(format().sniff(Input.of(file))).isEqualTo(Match.CERTAIN);
            try (ProfileSource source = format().open(Input.of(file))) {
                assertThat(source.outline().tree().size()).isEqualTo(intact.tree().size());
                assertThat(source.outline().tree().frame(node).name())
                        .isEqualTo(latin.replace('\u00e9', '\ufffd'));
                assertThat(source.report().toString())
                        .contains("invalid UTF-8 bytes are replaced by \ufffd");
            }
        }
    }

    /// `1e309` is no value of a measurement, and one infinite value hides all others.
    @Test
    void digitsThatExceedADoubleAreNotInfinite() throws IOException {
        for (Path sample : samples(folder)) {
            String text = Files.readString(sample, StandardCharsets.ISO_8859_1);
            if (text.indexOf('\0') >= 0 || text.startsWith("\u001f")) continue; // not a text
            int tried = 0;
            for (Matcher number = NUMBER.matcher(text); number.find() && tried < NUMBERS; tried++)
                for (String tooLarge : List.of("1e309", "-1e309", "9".repeat(400)))
                    checkFinite(
                            sample,
                            text.substring(0, number.start())
                                    + tooLarge
                                    + text.substring(number.end()));
        }
    }

    private void checkFinite(Path sample, String text) throws IOException {
        Path file = folder.resolve("large-" + sample.getFileName());
        Files.writeString(file, text, StandardCharsets.ISO_8859_1);
        try (ProfileSource source = format().open(Input.of(file))) {
            Profile profile = source.load(Slice.everything());
            for (Metric metric : profile.metrics()) {
                SparseRows rows = profile.column(metric).byContext();
                for (int cell = 0; cell < rows.cells(); cell++)
                    assertThat(Math.abs(rows.value(cell)))
                            .as("%s of %s", metric, text)
                            .isNotEqualTo(Double.POSITIVE_INFINITY);
            }
        } catch (MalformedProfileException refused) {
            checkLocated(refused, file, "a large number");
        }
    }

    private static void checkLocated(MalformedProfileException refused, Path file, String what) {
        var message = assertThat(refused.getMessage()).as(what);
        message.contains(file.getFileName().toString());
        if (refused.isNewer()) message.contains("upgrade to read this file");
        else message.contains("expected").contains("found");
    }

    private static boolean isEmpty(Profile profile) {
        return profile.metrics().stream().allMatch(metric -> profile.column(metric).cells() == 0);
    }

    @Test
    void whatItReadsItWritesAndReadsBackTheSame() throws IOException {
        if (exporter().isEmpty()) return; // read only
        ProfileExporter exporter = exporter().orElseThrow();
        for (Path sample : samples(folder)) {
            Profile first = read(sample);
            Path again = folder.resolve("again" + exporter.extension());
            exporter.export(first, again);
            assertThat(ProfileDifference.between(first, read(again)))
                    .as(sample.toString())
                    .isEmpty();
        }
    }

    @Test
    void aFileCutAnywhereIsALocatedErrorOrACorrectPartialRead() throws IOException {
        for (Path sample : samples(folder)) {
            byte[] whole = Files.readAllBytes(sample);
            Profile intact = read(sample);
            int step = Math.max(1, whole.length / CUTS);
            assertTimeoutPreemptively(
                    Patience.DURATION,
                    () -> {
                        for (int length = 0; length < whole.length; length += step)
                            checkDamaged(
                                    sample,
                                    java.util.Arrays.copyOf(whole, length),
                                    intact,
                                    noticesEveryCut(),
                                    "cut at byte " + length);
                    });
        }
    }

    @Test
    void aFlippedByteIsALocatedErrorOrACorrectPartialRead() throws IOException {
        for (Path sample : samples(folder)) {
            byte[] whole = Files.readAllBytes(sample);
            Profile intact = read(sample);
            var random = new Random(7);
            assertTimeoutPreemptively(
                    Patience.DURATION,
                    () -> {
                        for (int flip = 0; flip < FLIPS; flip++) {
                            byte[] damaged = whole.clone();
                            int at =
                                    whole.length <= FLIPS
                                            ? flip % whole.length
                                            : random.nextInt(whole.length);
                            damaged[at] ^= (byte) (1 + random.nextInt(255));
                            checkDamaged(
                                    sample,
                                    damaged,
                                    noticesEveryFlip() ? intact : null,
                                    noticesEveryFlip(),
                                    "flipped byte " + at);
                        }
                    });
        }
    }

    /// @param intact what a partial read must be part of; null where changes cannot be noticed
    private void checkDamaged(
            Path sample, byte[] damaged, @Nullable Profile intact, boolean mustNotice, String what)
            throws IOException {
        Path file = folder.resolve("damaged-" + sample.getFileName());
        Files.write(file, damaged);
        ReadReport report;
        Profile profile;
        try (ProfileSource source = format().open(Input.of(file))) {
            profile = source.load(Slice.everything());
            report = source.report();
            checkTraces(source, what);
        } catch (MalformedProfileException expected) {
            checkLocated(expected, file, what);
            return;
        } catch (RuntimeException | Error wrong) {
            fail(
                    "%s, %s: %s instead of a located error"
                            .formatted(sample.getFileName(), what, wrong),
                    wrong);
            return;
        }
        if (isEmpty(profile) && !mayBeEmpty())
            assertThat(report.entries()).as(what + " left nothing, without a word").isNotEmpty();
        if (intact == null) return;
        assertThat(ProfileDifference.beyond(intact, profile)).as(what).isEmpty();
        if (ProfileDifference.between(intact, profile).isEmpty()) return;
        if (mustNotice)
            assertThat(report.isLossy()).as(what + " lost values without a word").isTrue();
        if (!mayEndAfter(damaged))
            assertThat(report.entries()).as(what + " lost values without a word").isNotEmpty();
    }

    /// Traces are read late and from other files: their errors name the file that disagrees.
    private static void checkTraces(ProfileSource source, String what) {
        try {
            TraceLaws.check(source);
        } catch (MalformedProfileException late) {
            assertThat(late.getMessage()).as(what).contains("expected").contains("found");
        }
    }

    private Profile read(Path file) throws IOException {
        try (ProfileSource source = format().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }

    /// All samples of a format, for the matrix of every format against every sample.
    public List<Path> samplesIn(Path into) throws IOException {
        return new ArrayList<>(samples(into));
    }

    /// The format that the samples are of.
    public ProfileFormat formatOfSamples() {
        return format();
    }
}
