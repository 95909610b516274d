package treeline.store.db;

import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ReadReport;
import treeline.store.db.SectionDirectory.Section;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;

/// Database files of drawn shapes, and how to damage them.
abstract class DatabaseFiles {
    @TempDir Path folder;

    static Profile wide(int ranks, int nodes, int iterations) {
        var random = new java.util.Random(5);
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE));
        for (int n = 0; n < nodes; n++) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region("event" + n));
            for (int rank = 0; rank < ranks; rank++) {
                double[] series = random.doubles(iterations, 1e6, 1.1e6).map(Math::rint).toArray();
                builder.addSeries(
                        time, builder.context(Context.ofRank(rank)), node, series, 0, iterations);
            }
        }
        return builder.build();
    }

    /// Every third rank lacks every fourth node.
    static Profile sums(int ranks, int nodes) {
        var random = new java.util.Random(6);
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE));
        for (int n = 0; n < nodes; n++) {
            int node = builder.child(ProfileBuilder.ROOT, Frame.region("event" + n));
            for (int rank = 0; rank < ranks; rank++)
                if (rank % 3 > 0 || n % 4 > 0)
                    builder.add(
                            time,
                            builder.context(Context.ofRank(rank)),
                            node,
                            1e6 * n + random.nextInt(1000));
        }
        return builder.build();
    }

    Path store(Profile profile) throws IOException {
        Path file = folder.resolve("p.tldb");
        new DatabaseExporter().export(profile, file);
        return file;
    }

    DatabaseSource stored(Profile profile) throws IOException {
        return DatabaseFormat.openFile(store(profile));
    }

    static List<Section> sections(Path file) throws IOException {
        try (var mapped = treeline.source.files.MappedFile.open(file)) {
            return SectionDirectory.of(mapped, new ReadReport.Log()).sections();
        }
    }

    static void flip(Path file, long at) throws IOException {
        try (var access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(at);
            int old = access.read();
            access.seek(at);
            access.write(old ^ 0x10);
        }
    }

    static void cut(Path file, long length) throws IOException {
        try (var access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(length);
        }
    }
}
