package treeline.formats.hpctoolkitxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

class HpctoolkitXmlTest {
    private static final Metric INCLUSIVE =
            new Metric("time", Unit.of("us"), Metric.Scope.INCLUSIVE);
    private static final Metric EXCLUSIVE =
            new Metric("time", Unit.of("us"), Metric.Scope.EXCLUSIVE);
    private static final String SOLVE = "main/main.c:12/solve";

    @TempDir Path folder;

    private ProfileSource open(String xml) throws IOException {
        Files.writeString(folder.resolve("experiment.xml"), xml);
        return new HpctoolkitXmlFormat().open(Input.of(folder.toString()));
    }

    private ProfileSource openSample() throws IOException {
        SampleExperiment.write(folder);
        return new HpctoolkitXmlFormat().open(Input.of(folder.toString()));
    }

    @Test
    void callSitesAndStatementsAreLinesOfTheFileAroundThem() throws IOException {
        try (ProfileSource source = openSample()) {
            assertThat(source.outline().tree().frames())
                    .containsExactly(
                            new Frame(Frame.Kind.FUNCTION, "main", "./src/main.c", 10, "/bin/app"),
                            new Frame(Frame.Kind.LINE, "main.c:12", "./src/main.c", 12, ""),
                            new Frame(
                                    Frame.Kind.FUNCTION, "solve", "./src/solve.c", 20, "/bin/app"),
                            new Frame(
                                    Frame.Kind.LOOP, "loop at solve.c:21", "./src/solve.c", 21, ""),
                            new Frame(Frame.Kind.LINE, "solve.c:22", "./src/solve.c", 22, ""),
                            new Frame(
                                    Frame.Kind.FUNCTION,
                                    "help<int>",
                                    "./src/help.h",
                                    3,
                                    "/bin/app"),
                            new Frame(Frame.Kind.LINE, "help.h:4", "./src/help.h", 4, ""));
        }
    }

    @Test
    void aMetricFileIsAThread() throws IOException {
        try (ProfileSource source = openSample()) {
            assertThat(source.outline().contexts())
                    .containsExactly(
                            new Context("a8c00471", 0, 0, Context.NONE, Context.NONE),
                            new Context("a8c00471", 0, 1, Context.NONE, Context.NONE));
            assertThat(source.outline().metrics()).containsExactly(INCLUSIVE, EXCLUSIVE);
            assertThat(source.outline().metadata().get("program")).contains(new Value.Text("app"));
        }
    }

    @Test
    void threadNumbersFrom500AreGpuStreamsInVersion22() {
        Path file = Path.of("1.app-000003-502-a8c00471-100-0.metric-db");
        assertThat(MetricFile.contextOf(file, true))
                .isEqualTo(new Context("a8c00471", 3, Context.NONE, 2, Context.NONE));
        assertThat(MetricFile.contextOf(file, false))
                .isEqualTo(new Context("a8c00471", 3, 502, Context.NONE, Context.NONE));
    }

    @Test
    void exclusiveValuesAreOfTheNodeAlone() throws IOException {
        try (ProfileSource source = openSample()) {
            Profile profile = source.load(Slice.everything());
            int solve = profile.tree().at(SOLVE);
            int loop = profile.tree().at(SOLVE + "/loop at solve.c:21");
            assertThat(profile.column(INCLUSIVE).at(0, solve)).isEqualTo(10);
            assertThat(profile.column(EXCLUSIVE).at(0, solve)).isEqualTo(1);
            assertThat(profile.column(EXCLUSIVE).at(0, loop)).isNaN();
            assertThat(profile.column(EXCLUSIVE).at(0, loop + 1)).isEqualTo(7);
            assertThat(profile.column(EXCLUSIVE).at(1, 0)).isEqualTo(5);
        }
    }

    @Test
    void aSliceIsPartOfTheWhole() throws IOException {
        try (ProfileSource source = openSample()) {
            Slice slice =
                    Slice.everything()
                            .withContexts(Selection.of(0))
                            .withNodes(Selection.of(2, 4))
                            .withMetrics(Selection.of(1));
            assertThat(
                            ProfileDifference.between(
                                    slice.of(source.load(Slice.everything())), source.load(slice)))
                    .isEmpty();
        }
    }

    @Test
    void withoutMetricFilesTheSumsOverAllThreadsAreRead() throws IOException {
        String xml =
                SampleExperiment.xml(
                        "2.0",
                        SampleExperiment.METRICS + SampleExperiment.THREAD_METRICS,
                        SampleExperiment.TREE);
        try (ProfileSource source = open(xml)) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.contexts()).containsExactly(Context.WHOLE);
            assertThat(profile.column(INCLUSIVE).at(0, 0)).isEqualTo(10);
            assertThat(profile.column(EXCLUSIVE).at(0, profile.tree().at(SOLVE))).isEqualTo(1);
            assertThat(source.report().entries().toString())
                    .contains("values come from experiment.xml, with six digits");
        }
    }

    @Test
    void valuesOfOneThreadInTheXmlAreOfThatThread() throws IOException {
        String metrics =
                "<MetricTable><Metric i=\"2\" n=\"REALTIME (sec).[3,1] (I)\" v=\"raw\""
                        + " t=\"inclusive\"/></MetricTable>";
        try (ProfileSource source =
                open(SampleExperiment.xml("2.2", metrics, SampleExperiment.TREE))) {
            assertThat(source.outline().contexts()).containsExactly(Context.ofThread(3, 1));
            assertThat(source.load(Slice.everything()).column("time").at(0, 0)).isEqualTo(10);
            assertThat(source.outline().metricStoredAs("realtime")).contains("time");
        }
    }

    @Test
    void meansAreReadingsAndWhatNeedsAFormulaIsLeftOut() throws IOException {
        String metrics =
                """
                <MetricTable>
                  <Metric i="2" n="CPUTIME (sec):Max (I)" v="final" t="inclusive"/>
                  <Metric i="3" n="CPUTIME (sec):Mean (I)" v="derived-incr" t="inclusive">
                    <MetricFormula t="finalize" frm="$3/$9"/>
                  </Metric>
                </MetricTable>
                """;
        try (ProfileSource source =
                open(SampleExperiment.xml("2.2", metrics, SampleExperiment.TREE))) {
            assertThat(source.outline().metrics())
                    .containsExactly(
                            new Metric(
                                    "CPUTIME (Max, inclusive)", Unit.SECONDS, Metric.Scope.POINT));
            assertThat(source.report().entries().toString())
                    .contains("metrics that viewers derive from others are omitted")
                    .contains("CPUTIME (sec):Mean (I)");
        }
    }

    @Test
    void aCutMetricFileGivesTheRowsThatAreThere() throws IOException {
        SampleExperiment.write(folder);
        Path file = folder.resolve("1.app-000000-000-a8c00471-100-0.metric-db");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, 32 + 2 * 16 + 5));
        try (ProfileSource source = new HpctoolkitXmlFormat().open(Input.of(folder.toString()))) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column(INCLUSIVE).at(0, 0)).isEqualTo(10);
            assertThat(profile.column(INCLUSIVE).at(0, 1)).isNaN();
            assertThat(source.report().isLossy()).isTrue();
            assertThat(source.report().entries().toString()).contains("2 of 8 rows");
        }
    }

    @Test
    void aMetricFileOfSomethingElseIsReportedAndTheOthersAreRead() throws IOException {
        SampleExperiment.write(folder);
        Path file = folder.resolve("1.app-000000-000-a8c00471-100-0.metric-db");
        Files.write(file, new byte[64]);
        try (ProfileSource source = new HpctoolkitXmlFormat().open(Input.of(folder.toString()))) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column(INCLUSIVE).at(1, 0)).isEqualTo(5);
            assertThat(source.report().entries().toString())
                    .contains("a metric-db file cannot be read")
                    .contains("at byte 0: expected 'HPCPROF-metricdb__'");
        }
    }

    @Test
    void aMetricFileWithAnotherNameIsReported() throws IOException {
        SampleExperiment.write(folder);
        Files.write(folder.resolve("mine.metric-db"), new byte[64]);
        try (ProfileSource source = new HpctoolkitXmlFormat().open(Input.of(folder.toString()))) {
            assertThat(source.report().entries().toString())
                    .contains("the name of a metric-db file does not contain its thread");
        }
    }

    @Test
    void aValueThatIsNoNumberIsReportedAndTheOthersAreRead() throws IOException {
        String tree = SampleExperiment.TREE.replaceFirst("v=\"10\"", "v=\"ten\"");
        try (ProfileSource source =
                open(SampleExperiment.xml("2.0", SampleExperiment.METRICS, tree))) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column(INCLUSIVE).at(0, 0)).isNaN();
            assertThat(profile.column(INCLUSIVE).at(0, 1)).isEqualTo(10);
            assertThat(source.report().entries().toString())
                    .contains("a value is not a number")
                    .contains("'ten'");
        }
    }

    @Test
    void theShortLivedVersion40IsRefusedByName() {
        refuses(
                SampleExperiment.xml("4.0", "", SampleExperiment.TREE),
                "expected version 2.0, 2.1 or 2.2, found 4.0, whose values are in files that only"
                        + " HPCToolkit 2021 reads");
    }

    @Test
    void anUnknownVersionIsRefused() {
        refuses(
                SampleExperiment.xml("1.9", "", SampleExperiment.TREE),
                "expected version 2.0, 2.1 or 2.2, found '1.9'");
    }

    @Test
    void aFlatProfileIsRefused() {
        refuses(
                "<HPCToolkitExperiment"
                    + " version=\"2.0\"><SecFlatProfile><SecFlatProfileData/></SecFlatProfile></HPCToolkitExperiment>",
                "expected a call path profile, found a flat profile without call paths");
    }

    @Test
    void aTreeWithoutNodesIsRefused() {
        refuses(
                SampleExperiment.xml("2.0", SampleExperiment.METRICS, ""),
                "expected a call path profile, found one without any node");
    }

    @Test
    void anElementWithoutItsIdIsRefusedWithItsLine() {
        refuses(
                SampleExperiment.xml("2.0", "", "<PF n=\"1\"/>"),
                "line 22: expected a number as attribute i of <PF>, found none");
    }

    @Test
    void anIdBelow1IsRefused() {
        refuses(
                SampleExperiment.xml("2.0", "", "<PF i=\"-3\" n=\"1\"/>"),
                "expected an id i above 0, found i=\"-3\"");
    }

    @Test
    void anExternalEntityIsNotFetched() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        refuses(
                "<?xml version=\"1.0\"?><!DOCTYPE HPCToolkitExperiment [<!ENTITY x SYSTEM \"%s\">]><HPCToolkitExperiment version=\"2.0\"><Header n=\"a\">&x;</Header></HPCToolkitExperiment>"
                        .formatted(secret.toUri()),
                "expected a document type without entities, found 1 entities");
    }

    @Test
    void anExternalDocumentTypeIsNotFetched() {
        assertThatThrownBy(
                        () ->
                                open(
                                        "<!DOCTYPE HPCToolkitExperiment SYSTEM"
                                            + " \"http://localhost:1/x.dtd\"><HPCToolkitExperiment"
                                            + " version=\"2.0\"/>"))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("expected well-formed XML");
    }

    @Test
    void entitiesThatMultiplyAreRefusedBeforeTheyAreExpanded() {
        var dtd = new StringBuilder("<!DOCTYPE HPCToolkitExperiment [<!ENTITY a0 \"aaaaaaaaaa\">");
        for (int i = 1; i < 12; i++)
            dtd.append("<!ENTITY a%d \"%s\">".formatted(i, ("&a" + (i - 1) + ";").repeat(10)));
        refuses(
                dtd + "]><HPCToolkitExperiment version=\"&a11;\"/>",
                "expected a document type without entities, found 12 entities");
    }

    @Test
    void aHundredThousandNestedCallsAreRead() throws IOException {
        int depth = 100_000;
        var tree = new StringBuilder();
        for (int i = 0; i < depth; i++)
            tree.append("<PF i=\"").append(i + 2).append("\" l=\"1\" lm=\"1\" f=\"1\" n=\"1\">");
        tree.append("<M n=\"2\" v=\"1\"/>").append("</PF>".repeat(depth));
        try (ProfileSource source =
                open(SampleExperiment.xml("2.0", SampleExperiment.METRICS, tree.toString()))) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column(INCLUSIVE).at(0, depth - 1)).isEqualTo(1);
        }
    }

    @Test
    void anAttributeOfHundredMegabytesIsRefusedBeforeItIsInMemory() {
        refuses(
                SampleExperiment.xml(
                        "2.0", "", "<PF i=\"2\" n=\"" + "x".repeat(100 << 20) + "\"/>"),
                "found more than 4194304 bytes without a tag");
    }

    private void refuses(String xml, String message) {
        assertThatThrownBy(() -> open(xml))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("experiment.xml")
                .hasMessageContaining(message);
    }

    @Test
    void bytesThatAreNotUtf8AreReplaced() throws IOException {
        String xml = SampleExperiment.xml("2.0", "", "<PF i=\"2\" n=\"caf\u00e9\"/>");
        Path file = folder.resolve("experiment.xml");
        Files.write(file, xml.getBytes(StandardCharsets.ISO_8859_1));
        try (ProfileSource source = new HpctoolkitXmlFormat().open(Input.of(file.toString()))) {
            assertThat(source.outline().tree().frame(0).name()).isEqualTo("caf\ufffd");
        }
    }

    @Test
    void anotherXmlFileIsNotClaimed() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("other.xml"),
                        "<?xml version=\"1.0\"?><!-- HPCToolkitExperiment --><profile/>");
        assertThat(new HpctoolkitXmlFormat().sniff(Input.of(file))).isEqualTo(Match.NO);
        assertThatThrownBy(() -> new HpctoolkitXmlFormat().open(Input.of(file)))
                .hasMessageContaining(
                        "expected an XML file that starts with <HPCToolkitExperiment>, found none");
    }
}
