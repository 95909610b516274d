package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.record.ranks.InProcessRanks;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class RecorderOptionsTest {
    @TempDir Path folder;
    private final RecorderOptions plain = RecorderOptions.to("out");

    private RecorderOptions overridden(Map<String, String> properties, Map<String, String> env) {
        OptionOverrides.Changed changed = new OptionOverrides(properties, env).on(plain);
        assertThat(changed.problems()).isEmpty();
        return changed.options();
    }

    /// What is said of an override that changes nothing.
    private String ignored(Map<String, String> properties, Map<String, String> env) {
        OptionOverrides.Changed changed = new OptionOverrides(properties, env).on(plain);
        assertThat(changed.options()).isEqualTo(plain);
        assertThat(changed.problems()).hasSize(1);
        return changed.problems().getFirst();
    }

    @Test
    void thePapersListOfMetricsIsUnderstood() {
        assertThat(DeclaredMetric.parse("tag:0; mem:1"))
                .containsExactly(
                        DeclaredMetric.consistent("tag"), DeclaredMetric.inconsistent("mem"));
        assertThat(DeclaredMetric.parse("")).isEmpty();
    }

    @Test
    void aBadListOfMetricsIsAnErrorAtOnce() {
        for (String bad : List.of("tag", "tag:2", ":1", "tag:0;;mem:1"))
            assertThatThrownBy(() -> RecorderOptions.builder("out").metrics(bad))
                    .hasMessageStartingWith(
                            "metrics '%s': expected name:0 (label) or name:1 (number), found '"
                                    .formatted(bad));
    }

    @Test
    void metricNamesAreTakenOnce() {
        assertThatThrownBy(() -> RecorderOptions.builder("out").metrics("a:0;a:1").build())
                .hasMessage("metric 'a' is declared twice");
        assertThatThrownBy(() -> DeclaredMetric.inconsistent("time"))
                .hasMessage("metric name 'time' is reserved");
        assertThatThrownBy(
                        () ->
                                RecorderOptions.builder("out")
                                        .metrics("cpu:1")
                                        .builtIn(BuiltIn.CPU)
                                        .build())
                .hasMessage("metric 'cpu' is declared twice");
    }

    @Test
    void everyOptionCanBeOverriddenByAProperty() {
        RecorderOptions changed =
                overridden(
                        Map.ofEntries(
                                Map.entry("treeline.record.output", "there"),
                                Map.entry("treeline.record.snapshot-interval", "2.5"),
                                Map.entry("treeline.record.snapshot-share", "0.25"),
                                Map.entry("treeline.record.aggregators", "7"),
                                Map.entry("treeline.record.metrics", "mem:1"),
                                Map.entry("treeline.record.built-ins", "cpu, gc"),
                                Map.entry("treeline.record.format", "database"),
                                Map.entry("treeline.record.command-line", "off"),
                                Map.entry("treeline.record.enabled", "no"),
                                Map.entry("treeline.record.repetition-limit", "3"),
                                Map.entry("treeline.record.depth-limit", "4"),
                                Map.entry("treeline.record.jfr", "true"),
                                Map.entry("treeline.record.metadata.size", "big")),
                        Map.of());
        assertThat(changed.output()).isEqualTo(Path.of("there"));
        assertThat(changed.snapshotInterval()).isEqualTo(Duration.ofMillis(2500));
        assertThat(changed.snapshotShare()).isEqualTo(0.25);
        assertThat(changed.aggregators()).isEqualTo(7);
        assertThat(changed.metrics()).containsExactly(DeclaredMetric.inconsistent("mem"));
        assertThat(changed.builtIns()).containsExactly(BuiltIn.CPU, BuiltIn.GC);
        assertThat(changed.commandLine()).isFalse();
        assertThat(changed.enabled()).isFalse();
        assertThat(changed.repetitionLimit()).isEqualTo(3);
        assertThat(changed.depthLimit()).isEqualTo(4);
        assertThat(changed.jfr()).isTrue();
        assertThat(changed.metadata()).isEqualTo(Metadata.NONE.with("size", "big"));
    }

    @Test
    void aNameThatIsNoOptionIsIgnoredAndReported() {
        String options =
                " is ignored: unknown option; available: "
                        + String.join(", ", OptionOverrides.names());
        assertThat(ignored(Map.of("treeline.record.snapshots", "5"), Map.of()))
                .isEqualTo("treeline.record.snapshots" + options);
        assertThat(ignored(Map.of(), Map.of("TREELINE_RECORD_SNAPSHOTS", "5")))
                .isEqualTo("TREELINE_RECORD_SNAPSHOTS" + options);
    }

    @Test
    void whatEventsAddIsAQuantityUnlessItIsDeclaredAsAReading() {
        assertThat(DeclaredMetric.inconsistent("flops").scope()).isEqualTo(Metric.Scope.EXCLUSIVE);
        assertThat(DeclaredMetric.parse("mem:1").getFirst().scope())
                .isEqualTo(Metric.Scope.EXCLUSIVE);
        assertThat(DeclaredMetric.inconsistent("mem").scoped(Metric.Scope.POINT).scope())
                .isEqualTo(Metric.Scope.POINT);
    }

    @Test
    void limitsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> plain.with("exit-limit", "-1"))
                .hasMessage("exit-limit must not be negative, found PT-1S");
        assertThatThrownBy(() -> plain.with("trace-events", "0"))
                .hasMessage("trace-events must be at least 1, found 0");
        assertThat(plain.with("trace", "on").trace()).isTrue();
        assertThat(plain.exitLimit()).isEqualTo(java.time.Duration.ofSeconds(10));
        assertThat(plain.with("exit-limit", "0").exitLimit()).isEqualTo(java.time.Duration.ZERO);
    }

    @Test
    void anOptionCanBeChangedByItsName() {
        assertThat(plain.with("aggregators", " 7 ").aggregators()).isEqualTo(7);
        assertThatThrownBy(() -> plain.with("aggregator", "7"))
                .hasMessage(
                        "unknown option 'aggregator'; available: output, replace,"
                            + " snapshot-interval, snapshot-share, aggregators, metrics, built-ins,"
                            + " format, command-line, enabled, exit-limit, repetition-limit,"
                            + " depth-limit, trace, trace-events, jfr");
    }

    @Test
    void theEnvironmentOverridesTooButAPropertyWins() {
        RecorderOptions changed =
                overridden(
                        Map.of("treeline.record.aggregators", "7"),
                        Map.of(
                                "TREELINE_RECORD_AGGREGATORS", "9",
                                "TREELINE_RECORD_SNAPSHOT_INTERVAL", "PT1M"));
        assertThat(changed.aggregators()).isEqualTo(7);
        assertThat(changed.snapshotInterval()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aWrongOverrideIsIgnoredAndSaysWhereItStands() {
        assertThat(ignored(Map.of("treeline.record.aggregators", "many"), Map.of()))
                .isEqualTo(
                        "treeline.record.aggregators is ignored: expected an integer, found"
                                + " 'many'");
        assertThat(ignored(Map.of(), Map.of("TREELINE_RECORD_ENABLED", "perhaps")))
                .isEqualTo(
                        "TREELINE_RECORD_ENABLED is ignored: expected true or false, found"
                                + " 'perhaps'");
        for (String wrong : List.of("soon", "NaN", "1e300", "PT99999999999H"))
            assertThat(ignored(Map.of("treeline.record.snapshot-interval", wrong), Map.of()))
                    .isEqualTo(
                            "treeline.record.snapshot-interval is ignored: expected seconds such"
                                    + " as 5 or a duration such as PT5S, found '%s'"
                                            .formatted(wrong));
        assertThat(ignored(Map.of("treeline.record.snapshot-share", "1 %"), Map.of()))
                .isEqualTo(
                        "treeline.record.snapshot-share is ignored: expected a number, found"
                                + " '1 %'");
        assertThat(ignored(Map.of("treeline.record.format", "xml"), Map.of()))
                .startsWith(
                        "treeline.record.format is ignored: unknown format 'xml'; available:"
                                + " database");
        assertThat(ignored(Map.of("treeline.record.built-ins", "heat"), Map.of()))
                .isEqualTo(
                        "treeline.record.built-ins is ignored: unknown built-in metric 'heat';"
                                + " available: cpu, allocated, gc, moved");
    }

    @Test
    void aWrongNumberIsIgnoredAndTheOthersCount() {
        OptionOverrides.Changed changed =
                new OptionOverrides(
                                Map.of(),
                                Map.of(
                                        "TREELINE_RECORD_AGGREGATORS", "-1",
                                        "TREELINE_RECORD_DEPTH_LIMIT", "4",
                                        "TREELINE_RECORD_METRICS", "time:1"))
                        .on(plain);
        assertThat(changed.problems())
                .containsExactly(
                        "TREELINE_RECORD_AGGREGATORS is ignored: aggregators must be 0 or more,"
                                + " found -1",
                        "TREELINE_RECORD_METRICS is ignored: metric name 'time' is reserved");
        assertThat(changed.options().depthLimit()).isEqualTo(4);
        assertThat(changed.options().aggregators()).isEqualTo(plain.aggregators());
    }

    @Test
    void aProgramGoesOnWhereAnOverrideIsWrong() {
        var err = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setProperty("treeline.record.aggregators", "many");
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            String output = folder.resolve("out").toString();
            InProcessRanks.run(4, rank -> Recorder.start(RecorderOptions.to(output), rank).close());
        } finally {
            System.setErr(before);
            System.clearProperty("treeline.record.aggregators");
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "treeline: treeline.record.aggregators is ignored: expected an integer,"
                                + " found 'many'\n");
        assertThat(folder.resolve("out")).isDirectory();
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> RecorderOptions.builder("out").aggregators(-1).build())
                .hasMessage("aggregators must be 0 or more, found -1");
        assertThatThrownBy(() -> RecorderOptions.builder("out").repetitionLimit(0).build())
                .hasMessage("repetition-limit must be at least 1, found 0");
        assertThatThrownBy(() -> RecorderOptions.builder("out").depthLimit(0).build())
                .hasMessage("depth-limit must be at least 1, found 0");
        assertThatThrownBy(
                        () ->
                                RecorderOptions.builder("out")
                                        .snapshotEvery(Duration.ofSeconds(-1))
                                        .build())
                .hasMessage("snapshot-interval must not be negative, found PT-1S");
        for (double share : new double[] {0, -1, 1.5, Double.NaN})
            assertThatThrownBy(() -> RecorderOptions.builder("out").snapshotShare(share).build())
                    .hasMessage(
                            "snapshot-share must be greater than 0 and at most 1, found " + share);
    }

    @Test
    void filesAreOneForSixteenRanksUnlessSaidOtherwise() {
        assertThat(plain.aggregatorsFor(1, 50)).isEqualTo(1);
        assertThat(plain.aggregatorsFor(33, 50)).isEqualTo(1);
        assertThat(plain.aggregatorsFor(33, 2_000_000)).isEqualTo(3);
        assertThat(plain.aggregatorsFor(65, 50)).isEqualTo(5);
        assertThat(plain.with().aggregators(5).build().aggregatorsFor(33, 50)).isEqualTo(5);
    }

    @Test
    void anUnwritableOutputIsAnErrorOnAllRanksAtTheStart() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "not a directory");
        InProcessRanks.run(
                3,
                ranks ->
                        assertThatThrownBy(
                                        () ->
                                                Recorder.start(
                                                        RecorderOptions.to(file.toString()), ranks))
                                .isInstanceOf(UncheckedIOException.class)
                                .hasMessageContaining(
                                        "output %s is not a directory".formatted(file)));
        assertThatThrownBy(() -> Recorder.start(file.resolve("below").toString()))
                .hasMessageContaining(
                        "output directory %s is not writable: ".formatted(file.resolve("below")));
        assertThatThrownBy(() -> Recorder.start("/proc/treeline"))
                .hasMessageContaining("output directory /proc/treeline is not writable: ");
    }

    @Test
    void aDisabledRecorderWritesNothing() {
        Path out = folder.resolve("none");
        var options = RecorderOptions.builder(out.toString()).enabled(false).build();
        InProcessRanks.run(
                2,
                ranks -> {
                    try (Recorder recorder = Recorder.start(options, ranks)) {
                        assertThat(recorder.isRecording()).isFalse();
                        assertThat(Recorder.event("main")).isSameAs(Event.OFF);
                    }
                });
        assertThat(out).doesNotExist();
    }

    @Test
    void theRunTellsOfItself() throws Exception {
        var options =
                RecorderOptions.builder(folder.toString())
                        .metadata("problem", "cube")
                        .metadata("size", 64)
                        .commandLine(false)
                        .build();
        try (Recorder _ = Recorder.start(options)) {
            Recorder.event("main", () -> {});
        }
        Metadata metadata = Recordings.read(folder).metadata();
        assertThat(metadata.keys())
                .contains("host", "cores", "jvm", "os", "start", "recorder.sync", "recorder.gather")
                .doesNotContain("command");
        assertThat(metadata.get("problem")).contains(new Metadata.Value.Text("cube"));
        assertThat(metadata.get("size")).contains(new Metadata.Value.Whole(64));
        assertThat(metadata.get("ranks")).contains(new Metadata.Value.Whole(1));
    }
}
