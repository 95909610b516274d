package treeline.formats.thicket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.testkit.Drawing;
import treeline.testkit.TestData;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ThicketWriterTest {
    @TempDir private Path folder;

    private static Run run(String key, Metadata metadata, String drawing) {
        return new Run(key, metadata, Drawing.profileOf(drawing));
    }

    private final Ensemble two =
            Ensemble.of(
                    List.of(
                            run(
                                    "a/1.cali",
                                    Metadata.NONE
                                            .with("ranks", 4)
                                            .with("size", new Value.Real(0.5))
                                            .with("gpu", new Value.Flag(true)),
                                    """
                                    metric time s inclusive
                                    path          tag   whole
                                    main          -         4
                                    main/solve    COMP      3
                                    """),
                            run(
                                    "b/2.cali",
                                    Metadata.NONE.with("compiler", "g\"cc"),
                                    """
                                    metric time s inclusive
                                    path          whole
                                    main              5
                                    main/io           -
                                    """)));

    private Ensemble read(Path file) throws IOException {
        var builder = new EnsembleBuilder(Reduction.MEAN);
        for (ThicketFile.Run run : ThicketFile.open(file).runs())
            builder.add(Run.of(run.name(), run.profile()));
        return builder.build();
    }

    private Path written(Ensemble ensemble) throws IOException {
        Path file = folder.resolve("ensemble.json");
        ThicketWriter.write(ensemble.saved(), file);
        return file;
    }

    /// Everything but units, for which Thicket has no place.
    private static void assertSame(Ensemble read, Ensemble written) {
        assertThat(read.keys()).isEqualTo(written.keys());
        for (int run = 0; run < read.runs(); run++)
            assertThat(read.metadata(run)).isEqualTo(written.metadata(run));
        assertThat(read.tree().size()).isEqualTo(written.tree().size());
        for (Metric metric : written.metrics()) {
            Metric same =
                    new Metric(metric.name(), read.metrics().getFirst().unit(), metric.scope());
            for (int node = 0; node < written.tree().size(); node++) {
                int there = read.tree().at(String.join("/", written.tree().path(node)));
                assertThat(read.tree().frame(there)).isEqualTo(written.tree().frame(node));
                for (int run = 0; run < written.runs(); run++) {
                    assertThat(read.has(run, there)).isEqualTo(written.has(run, node));
                    assertThat(Double.doubleToRawLongBits(read.at(same, run, there)))
                            .isEqualTo(Double.doubleToRawLongBits(written.at(metric, run, node)));
                }
            }
        }
    }

    @Test
    void theFormIsThickets() throws IOException {
        assertThat(Files.readString(written(two)))
                .isEqualTo(
                        """
                        {"graph":[{
                        "0":{"data":{"type":"region","name":"main"},"children":[1,2],"parents":[]},
                        "1":{"data":{"type":"region","name":"solve"},"children":[],"parents":[0]},
                        "2":{"data":{"type":"region","name":"io"},"children":[],"parents":[0]}}],
                        "dataframe_indices":["node","profile"],
                        "dataframe":[
                        {"node":0,"profile":6658970966022,"tag":"","time":4.0,"name":"main"},
                        {"node":0,"profile":8828678054107,"tag":"","time":5.0,"name":"main"},
                        {"node":1,"profile":6658970966022,"tag":"COMP","time":3.0,"name":"solve"},
                        {"node":2,"profile":8828678054107,"tag":"","time":null,"name":"io"}],
                        "metadata":[
                        {"profile":6658970966022,"ranks":4,"size":0.5,"gpu":true,"compiler":null},
                        {"profile":8828678054107,"ranks":null,"size":null,"gpu":null,"compiler":"g\\"cc"}],
                        "stats":[{"node":0,"name":"main"},{"node":1,"name":"solve"},{"node":2,"name":"io"}],
                        "inclusive_metrics":["time"],"exclusive_metrics":[],
                        "profile_idx_name":"profile",
                        "profile":[6658970966022,8828678054107],
                        "profile_mapping":{"6658970966022":"a/1.cali","8828678054107":"b/2.cali"}}
                        """
                                .replace("\n", ""));
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        Ensemble read = read(written(two));
        assertSame(read, two);
        assertThat(read.profile().labels()).extracting(Label::name).containsExactly("tag");
    }

    @Test
    void aNameInBothScopesIsTwoColumns() throws IOException {
        var builder = new ProfileBuilder();
        int context = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (Metric.Scope scope : List.of(Metric.Scope.INCLUSIVE, Metric.Scope.EXCLUSIVE))
            builder.add(
                    builder.metric(new Metric("time", Unit.SECONDS, scope)),
                    context,
                    main,
                    scope == Metric.Scope.INCLUSIVE ? 4 : 1);
        Ensemble both = Ensemble.of(List.of(Run.of("a", builder.build())));
        Path file = written(both);
        assertThat(Files.readString(file))
                .contains(
                        "\"time (inc)\":4.0,\"time\":1.0",
                        "\"inclusive_metrics\":[\"time (inc)\"],\"exclusive_metrics\":[\"time\"]");
        assertSame(read(file), both);
    }

    @Test
    void columnsKeepOutOfEachOthersWay() throws IOException {
        assertThat(Files.readString(written(two.with("name", "time * 2").with("tag", "time"))))
                .contains("\"tag_\":\"COMP\"", "\"name_\":6.0", "\"tag\":3.0");
    }

    @Test
    void oneRunIsNoEnsemble() {
        assertThatThrownBy(
                        () ->
                                ThicketWriter.write(
                                        Drawing.profileOf("path whole\nmain 1"),
                                        folder.resolve("x.json")))
                .hasMessage("the profile is a single run, not an ensemble");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "thicket/tests/example-json",
                "thicket/tests/mpi_scaling_cali",
                "thicket/tests/rajaperf"
            })
    void realEnsemblesAreReadAgain(String data) throws IOException {
        Runs reader = Runs.of(Formats.all());
        var builder = new EnsembleBuilder(Reduction.MEAN);
        for (Runs.Read run : reader.all(reader.named(List.of(TestData.require(data).toString()))))
            builder.add(Run.of(run.path(), run.profile()));
        Ensemble ensemble = builder.build();
        assertSame(read(written(ensemble)), ensemble);
    }
}
