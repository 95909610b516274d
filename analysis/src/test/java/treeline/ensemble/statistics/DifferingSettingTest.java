package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.model.Metadata.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class DifferingSettingTest {
    private static Ensemble ensemble(String... metadata) {
        List<Run> runs = new ArrayList<>();
        for (String each : metadata) runs.add(run("run" + runs.size(), each, "main=1"));
        return Ensemble.of(runs);
    }

    private static List<String> texts(List<DifferingSetting> settings) {
        return settings.stream().map(DifferingSetting::toString).toList();
    }

    @Test
    void settingsThatDifferWithinAGroupAreNamed() {
        Ensemble runs =
                ensemble(
                        "ranks=8 size=10 compiler=gcc",
                        "ranks=8 size=30 compiler=gcc",
                        "ranks=64 size=20 compiler=gcc",
                        "ranks=64 size=20 compiler=gcc");
        assertThat(texts(DifferingSetting.within(runs.groupBy("ranks"))))
                .containsExactly("size differs: 10, 30");
        assertThat(texts(DifferingSetting.within(runs.groupBy("ranks", "size")))).isEmpty();
        assertThat(texts(DifferingSetting.of(runs)))
                .containsExactly("ranks differs: 8, 64", "size differs: 10, 20, 30");
    }

    @Test
    void whatDiffersInEveryRunIsNoSetting() {
        Ensemble runs =
                ensemble(
                        "launchdate=1 job.id=7 wall=1.25 host=a tag=x",
                        "launchdate=2 job.id=8 wall=1.5 host=b tag=y",
                        "launchdate=3 job.id=9 wall=1.75 host=b tag=z");
        assertThat(DifferingSetting.of(runs)).isEmpty();
        assertThat(DifferingSetting.of(ensemble("trial=1 start=8", "trial=2 start=9"))).isEmpty();
    }

    @Test
    void wholeNumbersOfFewRunsAreSettings() {
        assertThat(texts(DifferingSetting.of(ensemble("size=10", "size=20", "size=30"))))
                .containsExactly("size differs: 10, 20, 30");
        String[] many = new String[9];
        for (int run = 0; run < many.length; run++) many[run] = "size=" + run;
        assertThat(DifferingSetting.of(ensemble(many))).isEmpty();
    }

    @Test
    void manyValuesAreNotAllShown() {
        String[] many = new String[20];
        for (int run = 0; run < many.length; run++) many[run] = "size=" + run / 2;
        assertThat(texts(DifferingSetting.of(ensemble(many))))
                .containsExactly("size differs: 0, 1, 2, 3, 4, 5, 6, 7 and 2 more");
    }

    @Test
    void aNumberAndItsTextDoNotDiffer() {
        Ensemble runs = ensemble("size=10", "");
        Ensemble text =
                runs.withMetadata(
                        "size", run -> run.get("size").or(() -> Optional.of(new Value.Text("10"))));
        assertThat(text.metadata(1).get("size")).contains(new Value.Text("10"));
        assertThat(DifferingSetting.of(text)).isEmpty();
    }
}
