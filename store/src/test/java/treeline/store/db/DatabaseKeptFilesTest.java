package treeline.store.db;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ProfileFormat;
import treeline.source.ReadReport;
import treeline.source.join.Parts;
import treeline.testkit.Corpus;
import treeline.testkit.KeptFiles;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Random;

class DatabaseKeptFilesTest extends KeptFiles {
    private static final String RECORDING = "00000000-0000-4000-8000-000000000002";

    @Override
    protected String formatName() {
        return "database";
    }

    @Override
    protected int currentVersion() {
        return DatabaseLayout.VERSION;
    }

    @Override
    protected ProfileFormat reader() {
        return new DatabaseFormat();
    }

    /// Few and many cells, iterations in several blocks and from high numbers on, sums, labels,
    /// sub-files, and metadata after the values.
    @Override
    protected void write(Corpus.Addition addition) throws IOException {
        var exporter = new DatabaseExporter();
        for (int seed : new int[] {0, 4, 6, 10, 22}) {
            Profile profile = RandomProfiles.of(seed);
            addition.add(
                    "random-%d.tldb".formatted(seed), profile, to -> exporter.export(profile, to));
        }
        Profile late = LateIterations.profile();
        addition.add("late.tldb", late, to -> exporter.export(late, to));
        Profile many = many();
        addition.add("many.tldb", many, to -> exporter.export(many, to));
        addition.add(
                "in-groups.tldb",
                many,
                to ->
                        exporter.exportParts(
                                new LoadedSource(many, ReadReport.CLEAN),
                                1000,
                                many::metadata,
                                to,
                                _ -> {}));
        addition.add(
                "parts",
                many,
                to -> {
                    Files.createDirectories(to);
                    List<Profile> parts = Parts.split(many, 3, RECORDING);
                    for (int i = 0; i < parts.size(); i++)
                        exporter.export(parts.get(i), to.resolve("part-%03d.tldb".formatted(i)));
                });
    }

    private static Profile many() {
        var random = new Random(2);
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE));
        int mem = builder.metric(new Metric("mem", Unit.BYTES, Metric.Scope.POINT));
        for (int n = 0; n < 18; n++) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region("event" + n));
            for (int rank = 0; rank < 260; rank++) {
                int context = builder.context(Context.ofRank(rank));
                if (n == 5 && rank % 64 == 0) {
                    double[] series = random.doubles(300, 1e3, 2e3).map(Math::rint).toArray();
                    builder.addSeries(time, context, node, series, 0, series.length);
                } else if (n != 3 || rank % 3 > 0)
                    builder.add(time, context, node, random.nextInt(1000));
                if (n == 1) builder.add(mem, context, node, random.nextInt(64) * 64.0);
            }
        }
        return builder.metadata(Metadata.NONE.with("ranks", 260)).build();
    }
}
