package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// How often commands read the ranks of a run that does not fit into memory.
class PassesTest extends CommandTest {
    private static final String MEMORY = "treeline.memory";
    private static final int RANKS = 8;
    private static final String RUN =
            """
            metric time s inclusive
            path        rank0  rank1  rank2  rank3  rank4  rank5  rank6  rank7
            main           12     10     10     10     10     10     12     31
            main/solve      9      8      8      8      8      8      9     30
            """;

    private final LongAdder loaded = new LongAdder();
    private final Session counting =
            new Session(
                    new Formats(List.of(new Counting(loaded)), Formats.all().writable()),
                    Session.PLAIN);
    private Path database;

    @BeforeEach
    void write() throws IOException {
        database = folder.resolve("run.tldb");
        new DatabaseExporter().export(Drawing.profileOf(RUN), database);
        System.setProperty(MEMORY, "100");
    }

    @AfterEach
    void enoughMemory() {
        System.clearProperty(MEMORY);
    }

    /// Over all ranks; slow ranks alone are less than a pass.
    private double passes(String command, String... more) {
        loaded.reset();
        Object[] words = new Object[more.length + 2];
        words[0] = command;
        words[1] = database;
        System.arraycopy(more, 0, words, 2, more.length);
        assertThat(printed(counting, words)).contains("the run is read in parts");
        return loaded.sum() / (double) RANKS;
    }

    @Test
    void whatAsksForMeansReadsOnce() {
        assertThat(passes("tree")).isEqualTo(1);
        assertThat(passes("flat")).isEqualTo(1);
        assertThat(passes("correlate", "--with=time", "--with=time:exclusive")).isEqualTo(1);
    }

    @Test
    void valuesThatDecideAreReadBefore() {
        assertThat(passes("tree", "--prune=1%")).isEqualTo(2);
        assertThat(passes("tree", "--paths=MATCH (p) WHERE p.time > 1")).isEqualTo(2);
        assertThat(passes("tree", "--paths=MATCH (p) WHERE p.time > 1", "--prune=1%")).isEqualTo(3);
    }

    /// Where ranks differ is known before they are compared there.
    @Test
    void clustersOfRanksReadTwice() {
        assertThat(passes("ranks")).isEqualTo(2);
        assertThat(passes("ranks", "--metric=time")).isEqualTo(2);
    }

    @Test
    void imbalanceReadsSlowRanksAgain() {
        assertThat(passes("imbalance")).isEqualTo(1 + 1.0 / RANKS);
        assertThat(passes("imbalance", "--verbose")).isEqualTo(2 + 1.0 / RANKS);
    }

    /// Databases of which loaded contexts are counted.
    private record Counting(LongAdder loaded) implements ProfileFormat {
        @Override
        public String name() {
            return "database";
        }

        @Override
        public String description() {
            return "counted in tests";
        }

        @Override
        public Match sniff(Input input) throws IOException {
            return new DatabaseFormat().sniff(input);
        }

        @Override
        public ProfileSource open(Input input) throws IOException {
            return new CountingSource(new DatabaseFormat().open(input), loaded);
        }
    }

    private record CountingSource(ProfileSource source, LongAdder loaded) implements ProfileSource {
        @Override
        public Outline outline() {
            return source.outline();
        }

        @Override
        public Profile load(Slice slice) throws IOException {
            loaded.add(slice.contexts().indexes(outline().contexts().size()).length);
            return source.load(slice);
        }

        @Override
        public ReadPlan plan(Slice slice) throws IOException {
            return source.plan(slice);
        }

        @Override
        public ReadReport report() {
            return source.report();
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
