package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadPlan;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// A database that is written group by group reads as one of the whole run.
class GroupwiseExportTest {
    private static final int SEEDS = 60;

    @TempDir Path folder;

    private static long exported(Profile run, long mostValues, Path file) throws IOException {
        var contexts = new AtomicLong();
        long values =
                new DatabaseExporter()
                        .exportParts(
                                new LoadedSource(run, new ReadReport(List.of())),
                                mostValues,
                                run::metadata,
                                file,
                                contexts::addAndGet);
        assertThat(contexts.get()).isEqualTo(run.contexts().size());
        return values;
    }

    private static ProfileSource opened(Path file) throws IOException {
        return new DatabaseFormat().open(Input.of(file));
    }

    @Test
    void valuesIterationsAndMetadataAreThoseOfTheRun() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++)
            for (long most : new long[] {1, 50, 1 << 20}) {
                Profile run = RandomContexts.of(seed);
                Path file = folder.resolve("run.tldb");
                assertThat(exported(run, most, file)).isEqualTo(run.values().values());
                try (ProfileSource source = opened(file)) {
                    Profile read = source.load(Slice.everything());
                    assertThat(ProfileDifference.between(run, read)).as("seed %d", seed).isEmpty();
                    assertThat(read.outline()).isEqualTo(run.outline());
                    assertThat(source.report().entries()).isEmpty();
                }
                Files.delete(file);
            }
    }

    /// Sums over all contexts are written of metrics with many values, and added in their order.
    @Test
    void sumsHaveTheBitsOfThoseOfTheWholeRun() throws IOException {
        Profile run = manyValues();
        Metric metric = run.metrics().getFirst();
        Path whole = folder.resolve("whole.tldb");
        Path parts = folder.resolve("parts.tldb");
        new DatabaseExporter().export(run, whole);
        exported(run, 700, parts);
        try (ProfileSource one = opened(whole);
                ProfileSource other = opened(parts)) {
            assertThat(one.sums(metric)).isPresent();
            assertThat(other.sums(metric)).isEqualTo(one.sums(metric));
            assertThat(groups(other)).isGreaterThan(groups(one));
            assertThat(ProfileDifference.between(run, other.load(Slice.everything()))).isEmpty();
        }
    }

    private static int groups(ProfileSource source) throws IOException {
        ReadPlan plan = source.plan(Slice.everything());
        return plan.block(plan.contexts() - 1) + 1;
    }

    private static Profile manyValues() {
        var builder = new ProfileBuilder();
        var random = new Random(7);
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int rank = 0; rank < 100; rank++) {
            int context = builder.context(Context.ofRank(rank));
            for (int i = 0; i < 70; i++) {
                int node = builder.child(main, Frame.function("f" + i));
                double value = random.nextInt(9) == 0 ? Double.NaN : random.nextDouble();
                if (i != 3 || rank > 60) builder.add(metric, context, node, value);
            }
        }
        return builder.build();
    }
}
