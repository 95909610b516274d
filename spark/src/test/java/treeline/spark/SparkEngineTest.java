package treeline.spark;

import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.io.TempDir;

import treeline.aggregate.Engine;
import treeline.aggregate.EngineContract;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.spark.engine.SparkEngine;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Path;

/// An engine of a cluster gives the answers of the engine of one machine. Tasks are serialized here
/// as on a cluster; what processes of their own add is in [ClusterTest].
class SparkEngineTest extends EngineContract {
    @TempDir Path folder;
    private int runs;

    @Override
    protected Engine engine() {
        return new SparkEngine(
                JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext()));
    }

    @Override
    protected int seeds() {
        return 4;
    }

    /// A cluster reads files.
    @Override
    protected ProfileSource source(Profile profile) throws IOException {
        Path file = folder.resolve("run-%d.tldb".formatted(runs++));
        new DatabaseExporter().export(profile, file);
        return Formats.all().open(file.toString());
    }
}
