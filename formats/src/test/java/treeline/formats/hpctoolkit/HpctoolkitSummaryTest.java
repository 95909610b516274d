package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

class HpctoolkitSummaryTest {
    @TempDir Path folder;

    @Test
    void theSummaryIsOneContextWithTheSumsOfAllThreads() throws IOException {
        SampleDatabase sample =
                SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME);
        sample.statistics.add(Map.entry("1", 0));
        sample.statistics.add(Map.entry("$$", 2));
        sample.write(folder);
        try (var source = new HpctoolkitSummaryFormat().open(Input.of(folder.toString()))) {
            assertThat(source.outline().contexts()).containsExactly(Context.WHOLE);
            Profile profile = source.load(Slice.everything());
            int solve = profile.tree().at("main thread/main/main.c:12/solve");
            assertThat(profile.column("time").at(0, solve)).isEqualTo(5);
            assertThat(profile.column("time (count, execution)").at(0, solve)).isEqualTo(2);
            assertThat(profile.column("time (max, execution)").at(0, solve)).isEqualTo(4);
        }
    }

    @Test
    void theSummaryFormatIsNeverChosenByItself() throws IOException {
        SampleDatabase.of(HpctoolkitSourceTest.TREE, HpctoolkitSourceTest.TIME).write(folder);
        assertThat(new HpctoolkitSummaryFormat().sniff(Input.of(folder.toString())))
                .isEqualTo(Match.NO);
    }
}
