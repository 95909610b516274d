package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata.Value;
import treeline.model.Outline;
import treeline.source.Input;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class HpctoolkitMetadataTest {
    @TempDir private Path folder;

    private HpctoolkitSource open(SampleDatabase sample) throws IOException {
        sample.write(folder);
        return new HpctoolkitFormat().open(Input.of(folder.toString()));
    }

    @Test
    void metadataNamesTheProgramAndItsTraces() throws IOException {
        SampleDatabase sample =
                SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME);
        sample.traces =
                """
                profile  time     context
                1        1000000  1
                1        1001000  2
                2        1000000  1
                """;
        try (var source = open(sample)) {
            var metadata = source.outline().metadata();
            assertThat(metadata.get("program")).contains(new Value.Text("app"));
            assertThat(metadata.get("hpctoolkit.format")).contains(new Value.Text("4.0"));
            assertThat(metadata.get("ranks")).contains(new Value.Whole(2));
            assertThat(metadata.get("trace.samples")).contains(new Value.Whole(3));
            assertThat(metadata.get("trace.contexts")).contains(new Value.Whole(2));
            assertThat(metadata.get("trace.begin.ns")).contains(new Value.Whole(1_000_000));
            assertThat(metadata.get("trace.end.ns"))
                    .contains(new Value.Whole(SampleDatabase.TRACE_END));
        }
    }

    @Test
    void anyFileOfADatabaseNamesIt() throws IOException {
        SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME).write(folder);
        for (String name : List.of("meta.db", "profile.db", "cct.db"))
            try (var source = new HpctoolkitFormat().open(Input.of(folder.resolve(name)))) {
                assertThat(source.outline().tree().size()).isEqualTo(8);
            }
    }

    @Test
    void bothClocksAreMetricsAndTheTimeKeepsTheNameOfItsClock() throws IOException {
        String cputime = HpctoolkitSourceTest.TIME;
        String realtime = cputime.replace("CPUTIME", "REALTIME");
        try (var source = open(SampleDatabase.of(HpctoolkitSourceTest.TREE, realtime, cputime))) {
            Outline outline = source.outline();
            assertThat(outline.metric("cputime:inclusive").toString()).isEqualTo("time:inclusive");
            assertThat(outline.metric("REALTIME:inclusive").toString())
                    .isEqualTo("REALTIME:inclusive");
        }
    }

    @Test
    void elapsedTimeIsTheTimeOfADatabaseThatHasNoOther() throws IOException {
        String realtime = HpctoolkitSourceTest.TIME.replace("CPUTIME", "REALTIME");
        try (var source = open(SampleDatabase.of(HpctoolkitSourceTest.TREE, realtime))) {
            Outline outline = source.outline();
            assertThat(outline.storedName("time")).contains("REALTIME");
            assertThat(outline.metricStoredAs("cputime")).isEmpty();
            assertThat(outline.metric("realtime:exclusive").toString()).isEqualTo("time:exclusive");
        }
    }
}
