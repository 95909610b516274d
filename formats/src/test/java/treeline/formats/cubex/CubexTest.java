package treeline.formats.cubex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.formats.cubex.CubexFile.METRICS;
import static treeline.formats.cubex.CubexFile.TREE;
import static treeline.formats.cubex.CubexFile.TWO_RANKS;
import static treeline.formats.cubex.CubexFile.utf8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CubexTest {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric OWN_TIME = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void rowsOfInclusiveMetricsAreCountedWide() throws IOException {
        Profile profile = read(CubexFile.defaultName());
        assertThat(row(profile, TIME, "a")).containsExactly(10, 12);
        assertThat(row(profile, TIME, "a/b")).containsExactly(6, 7);
        assertThat(row(profile, TIME, "a/e")).containsExactly(3, 4);
        assertThat(row(profile, TIME, "a/b/c")).containsExactly(1, 2);
        assertThat(row(profile, TIME, "a/b/d")).containsExactly(2, Double.NaN);
        assertThat(row(profile, TIME, "a/e/f")).containsExactly(2, 4);
    }

    @Test
    void exclusiveTimeIsWhatTheChildrenDoNotHave() throws IOException {
        Profile profile = read(CubexFile.defaultName());
        assertThat(row(profile, OWN_TIME, "a")).containsExactly(1, 1);
        assertThat(row(profile, OWN_TIME, "a/b")).containsExactly(3, 5);
        assertThat(row(profile, OWN_TIME, "a/e")).containsExactly(1, 0);
        assertThat(row(profile, OWN_TIME, "a/b/c")).containsExactly(1, 2);
    }

    @Test
    void rowsOfExclusiveMetricsAreCountedDepthFirst() throws IOException {
        Profile profile = read(CubexFile.defaultName());
        Metric visits = new Metric("visits", Unit.COUNT, Metric.Scope.EXCLUSIVE);
        assertThat(row(profile, visits, "a/b/c")).containsExactly(2, 2);
        assertThat(row(profile, visits, "a/b/d")).containsExactly(1, Double.NaN);
    }

    @Test
    void aZeroIsAValueOnlyWhereTheNodeWasVisited() throws IOException {
        Profile profile = read(CubexFile.defaultName());
        assertThat(row(profile, OWN_TIME, "a/e")).containsExactly(1, 0);
        assertThat(row(profile, OWN_TIME, "a/b/d")).containsExactly(2, Double.NaN);
    }

    @Test
    void smallestAndLargestTimesAreNeverAddedUp() throws IOException {
        Profile profile = read(CubexFile.defaultName());
        Metric max = new Metric("max_time", Unit.SECONDS, Metric.Scope.POINT);
        assertThat(row(profile, max, "a/b/c")).containsExactly(1.5, 2.5);
    }

    @Test
    void denseRowsNeedNoListOfPositions() throws IOException {
        Profile profile =
                read(CubexFile.defaultName().dense("1", "10 12  6 7  3 4  1 2  2 0  2 4"));
        assertThat(row(profile, TIME, "a/e")).containsExactly(3, 4);
        assertThat(row(profile, TIME, "a/b/c")).containsExactly(1, 2);
    }

    @Test
    void compressedRowsAreExpandedOneByOne() throws IOException {
        Profile profile = read(CubexFile.defaultName().packed("1", "0 1 3", "10 12  6 7  1 2"));
        assertThat(row(profile, TIME, "a/b")).containsExactly(6, 7);
        assertThat(row(profile, TIME, "a/b/c")).containsExactly(1, 2);
        assertThat(row(profile, TIME, "a/e")).containsExactly(0, 0);
    }

    @Test
    void theIndexTellsTheByteOrder() throws IOException {
        Profile profile =
                read(
                        new CubexFile()
                                .bigEndian()
                                .row("1", "0 1", "10 12  6 7")
                                .anchor(METRICS, TREE, TWO_RANKS));
        assertThat(row(profile, TIME, "a/b")).containsExactly(6, 7);
    }

    @Test
    void namesOfLocationsAreLabelsWhereTheySayMoreThanNumbers() throws IOException {
        assertThat(read(CubexFile.defaultName()).outline().contextLabels()).isEmpty();
        String helper = TWO_RANKS.replaceFirst("Master thread", "OMP thread 1");
        Profile profile =
                read(new CubexFile().row("1", "0 1", "10 12  6 7").anchor(METRICS, TREE, helper));
        assertThat(profile.outline().contextLabels())
                .containsExactly(Label.of("location", List.of("OMP thread 1", "Master thread")));
    }

    @Test
    void anAnchorMayBeCompressed() throws IOException {
        byte[] anchor = utf8(CubexFile.anchorText(METRICS, TREE, TWO_RANKS));
        Profile profile =
                read(CubexFile.defaultName().member("anchor.xml", CubexFile.gzip(anchor)));
        assertThat(profile.tree().size()).isEqualTo(6);
    }

    @Test
    void regionsBecomeFramesWithTheirPlaceInTheSource() throws IOException {
        Profile profile = read(CubexFile.defaultName());
        int c = profile.tree().at("a/b/c");
        assertThat(profile.tree().frame(c))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "c", "run.c", 19, ""));
        assertThat(profile.tree().frame(profile.tree().at("a")).line()).isZero();
        assertThat(profile.outline().label("paradigm", c)).isEqualTo("mpi");
        assertThat(profile.metadata().get("Creator").orElseThrow()).hasToString("Score-P 8.4");
    }

    @Test
    void locationsBecomeContextsOfTheirHostRankAndThread() throws IOException {
        assertThat(read(CubexFile.defaultName()).contexts())
                .containsExactly(
                        new Context("n17", 0, -1, -1, -1), new Context("n17", 1, -1, -1, -1));
        String threads = TWO_RANKS.replace("<rank>1</rank>", "<rank>0</rank>");
        String thread1 =
                threads.replace(
                        "Id=\"1\"><name>Master thread</name><rank>0",
                        "Id=\"1\"><name>T</name><rank>1");
        assertThat(read(CubexFile.defaultName().anchor(METRICS, TREE, thread1)).contexts())
                .extracting(Context::toString)
                .containsExactly("n17 rank 0 thread 0", "n17 rank 0 thread 1");
        String gpu = thread1.replace("<rank>1</rank><type>thread", "<rank>1</rank><type>gpu");
        assertThat(read(CubexFile.defaultName().anchor(METRICS, TREE, gpu)).contexts())
                .extracting(Context::toString)
                .containsExactlyInAnyOrder("n17 rank 0 thread 0", "n17 rank 0 stream 1");
        assertThat(read(CubexFile.defaultName().anchor(METRICS, TREE, threads)).contexts())
                .extracting(Context::toString)
                .containsExactly("n17 rank 0 thread 0", "n17 rank 0 thread 0 stream 1");
    }

    @Test
    void callPathsOfOneRegionWithDifferentParametersStayApart() throws IOException {
        String tree =
                """
                <cnode id="0" calleeId="0">
                <cnode id="1" calleeId="1"><parameter partype="numeric" parkey="n" parvalue="1"/></cnode>
                <cnode id="2" calleeId="1"><parameter partype="numeric" parkey="n" parvalue="2"/></cnode>
                </cnode>
                """;
        Profile profile =
                read(
                        new CubexFile()
                                .row("1", "0 1 2", "3 3 1 1 2 2")
                                .anchor(METRICS, tree, TWO_RANKS));
        assertThat(profile.tree().size()).isEqualTo(3);
        assertThat(profile.outline().label("parameter", 2)).isEqualTo("n=2");
    }

    @Test
    void aSliceLoadsOnlyWhatItAsksFor() throws IOException {
        try (ProfileSource source = open(CubexFile.defaultName())) {
            Profile slice =
                    source.load(
                            Slice.everything()
                                    .withContexts(Selection.of(1))
                                    .withNodes(Selection.of(1))
                                    .withMetrics(Selection.of(1)));
            assertThat(slice.metrics()).containsExactly(TIME);
            assertThat(slice.values().values()).isEqualTo(1);
            assertThat(slice.column(TIME).at(0, 1)).isEqualTo(7);
        }
    }

    @Test
    void wrongChecksumsOfTarHeadersAreNotedAndReadAllTheSame() throws IOException {
        try (ProfileSource source = open(CubexFile.defaultName().wrongChecksums())) {
            assertThat(source.report().entries().getFirst().toString())
                    .isEqualTo("a tar header has a wrong checksum, 7 times (first: byte 148)");
            assertThat(source.report().isLossy()).isFalse();
            assertThat(row(source.load(Slice.everything()), TIME, "a")).containsExactly(10, 12);
        }
    }

    @Test
    void derivedMetricsAreNotedBecauseTheyHaveNoValues() throws IOException {
        String derived =
                METRICS
                        + "<metric id=\"9\""
                        + " type=\"POSTDERIVED\"><uniq_name>ipc</uniq_name></metric>";
        assertThat(report(CubexFile.defaultName().anchor(derived, TREE, TWO_RANKS)))
                .containsExactly("derived metrics are not evaluated (first:" + " ipc)");
    }

    @Test
    void whatOneMetricLosesDoesNotTouchTheOthers() throws IOException {
        String atomic = METRICS.replace("<dtype>MAXDOUBLE", "<dtype>TAU_ATOMIC");
        assertThat(report(CubexFile.defaultName().anchor(atomic, TREE, TWO_RANKS)))
                .containsExactly("the type TAU_ATOMIC of a metric (first: max_time)");
        assertThat(report(CubexFile.defaultName().without("2.data")))
                .containsExactly("a metric has only one of its two files (first: max_time)");
        assertThat(report(CubexFile.defaultName().member("2.data", utf8("CUBEX.DAT"))).getFirst())
                .startsWith("a metric cannot be read (first: ")
                .endsWith("expected 'CUBEX.DATA' in 2.data, found too few bytes)");
        assertThat(report(CubexFile.defaultName().row("2", "0 9", "1 1 1 1")).getFirst())
                .endsWith("expected a call path from 0 to 5 that has no row yet, found 9)");
        assertThat(report(CubexFile.defaultName().row("2", "0 0", "1 1 1 1")).getFirst())
                .endsWith("expected a call path from 0 to 5 that has no row yet, found 0)");
        assertThat(report(CubexFile.defaultName().row("2", "0 1 2 3 4 5 6", "1 1")).getFirst())
                .endsWith("expected at most 6 rows, found 7)");
        assertThat(report(CubexFile.defaultName().row("2", "0 1", "1 1")).getFirst())
                .startsWith("a row of values cannot be read (first: ")
                .endsWith("expected row 1 of 42 bytes in 2.data, found 26 bytes)");
    }

    @Test
    void damagedCompressedRowsAreLostAlone() throws IOException {
        CubexFile file = CubexFile.defaultName().packed("1", "0 1", "10 12 6 7");
        Path path = file.write(folder.resolve("packed.cubex"));
        byte[] bytes = Files.readAllBytes(path);
        int streams = indexOf(bytes, utf8("ZCUBEX.DATA")) + 11 + 8 + 2 * 24;
        bytes[streams] = 0;
        Files.write(path, bytes);
        try (ProfileSource source = new CubexFormat().open(Input.of(path))) {
            Profile profile = source.load(Slice.everything());
            assertThat(row(profile, TIME, "a")).containsExactly(Double.NaN, Double.NaN);
            assertThat(row(profile, TIME, "a/b")).containsExactly(6, 7);
            assertThat(source.report().entries().getFirst().toString())
                    .contains("at byte " + streams + ": expected a zlib stream, found ");
        }
    }

    @Test
    void anArchiveWithoutAnAnchorOrValuesIsRefused() throws IOException {
        assertThatThrownBy(() -> open(CubexFile.defaultName().without("anchor.xml")))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith("expected a member anchor.xml, found none");
        assertThatThrownBy(() -> open(new CubexFile().anchor(METRICS, TREE, TWO_RANKS)))
                .hasMessageEndingWith("expected at least one metric with values, found none");
        Path text = Files.writeString(folder.resolve("text"), "hello");
        assertThatThrownBy(() -> new CubexFormat().open(Input.of(text)))
                .hasMessageEndingWith(
                        "text at byte 0: expected a tar archive, found no tar header");
    }

    @Test
    void mistakesInTheAnchorNameTheirLine() {
        assertAnchor(TREE.replace("calleeId=\"5\"", "calleeId=\"77\""), TWO_RANKS)
                .hasMessageContaining("(anchor.xml) line ")
                .hasMessageEndingWith("expected the id of a region above as calleeId, found 77");
        assertAnchor(TREE.replace("id=\"5\"", "id=\"x\""), TWO_RANKS)
                .hasMessageEndingWith("expected a whole number as id, found 'x'");
        assertAnchor("", TWO_RANKS)
                .hasMessageEndingWith("expected at least one <cnode>, found none");
        assertAnchor(TREE, "").hasMessageEndingWith("expected at least one <location>, found none");
        assertAnchor(TREE, TWO_RANKS.replace("<rank>1", "<rank>-1"))
                .hasMessageEndingWith("expected a rank from 0, found -1");
    }

    @Test
    void entitiesAreRefusedSoThatNoneIsEverExpanded() {
        String anchor = CubexFile.anchorText(METRICS, TREE, TWO_RANKS);
        String bomb = anchor.replace("<cube ", "<!DOCTYPE cube [<!ENTITY a \"aaaa\">]><cube ");
        assertThatThrownBy(() -> open(CubexFile.defaultName().member("anchor.xml", utf8(bomb))))
                .hasMessageContaining(
                        "expected a document type without entities, found 1 entities");
        assertThatThrownBy(
                        () -> open(CubexFile.defaultName().member("anchor.xml", utf8("<html/>"))))
                .hasMessageEndingWith("expected a <cube> element, found another");
        assertThatThrownBy(() -> open(CubexFile.defaultName().member("anchor.xml", utf8("<cube>"))))
                .hasMessageContaining("expected well-formed XML, found ");
    }

    @Test
    void callPathsMayBeDeeperThanAStack() throws IOException {
        int depth = 100_000;
        String deep = "<cnode id=\"0\" calleeId=\"0\">".repeat(depth) + "</cnode>".repeat(depth);
        Profile profile =
                read(new CubexFile().row("1", "0 1", "2 2 1 1").anchor(METRICS, deep, TWO_RANKS));
        assertThat(profile.tree().depth(depth - 1)).isEqualTo(depth - 1);
    }

    private org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertAnchor(
            String tree, String system) {
        return assertThatThrownBy(
                () -> open(CubexFile.defaultName().anchor(METRICS, tree, system)));
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int at = 0; ; at++)
            if (java.util.Arrays.equals(bytes, at, at + part.length, part, 0, part.length))
                return at;
    }

    private ProfileSource open(CubexFile file) throws IOException {
        return new CubexFormat().open(Input.of(file.write(folder.resolve("run.cubex"))));
    }

    private Profile read(CubexFile file) throws IOException {
        try (ProfileSource source = open(file)) {
            return source.load(Slice.everything());
        }
    }

    private List<String> report(CubexFile file) throws IOException {
        try (ProfileSource source = open(file)) {
            source.load(Slice.everything());
            return source.report().entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }

    private static double[] row(Profile profile, Metric metric, String path) {
        double[] values = new double[profile.contexts().size()];
        int node = profile.tree().at(path);
        for (int context = 0; context < profile.contexts().size(); context++)
            values[context] = profile.column(metric).at(context, node);
        return values;
    }
}
