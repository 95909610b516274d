package treeline.spark.engine;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

import treeline.aggregate.Engine;
import treeline.aggregate.EngineProvider;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Connects to a cluster by its master URL. The connection lasts until the program ends.
public final class SparkEngines implements EngineProvider {
    /// A program that `spark-submit` started is connected already; this is its address too.
    public static final String SUBMITTED = "spark";

    private static final String LOGGING = "log4j2.configurationFile";

    @Override
    public Optional<Engine> engine(String address) throws IOException {
        if (address.equals(SUBMITTED) && System.getProperty("spark.master") == null)
            throw new IOException("--engine spark requires a start with spark-submit");
        var master = new MasterAddress(address);
        if (!address.equals(SUBMITTED)) {
            if (!master.isKnown()) return Optional.empty();
            master.requireAnswer();
        }
        try {
            return Optional.of(new SparkEngine(context(address)));
        } catch (RuntimeException | java.lang.ExceptionInInitializerError failed) {
            throw new IOException(
                    "no Spark cluster responds at %s: %s".formatted(address, failed.getMessage()),
                    failed);
        }
    }

    private static JavaSparkContext context(String address) {
        if (System.getProperty(LOGGING) == null)
            System.setProperty(LOGGING, "classpath:treeline/spark/engine/log4j2.properties");
        var conf = new SparkConf(true);
        if (!address.equals(SUBMITTED)) {
            conf.setMaster(address);
            conf.setIfMissing("spark.app.name", "treeline");
            conf.setIfMissing("spark.ui.enabled", "false");
            conf.setIfMissing("spark.ui.showConsoleProgress", "false");
            if (!address.startsWith("local"))
                conf.setIfMissing("spark.jars", String.join(",", ourJars()));
        }
        return JavaSparkContext.fromSparkContext(SparkContext.getOrCreate(conf));
    }

    /// The jars that executors need: those of this program without what Spark has.
    private static List<String> ourJars() {
        Path spark = folderOf(SparkContext.class);
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.toString().endsWith(".jar") && Files.exists(jar))
                .map(Path::toAbsolutePath)
                .filter(jar -> !Objects.equals(jar.getParent(), spark))
                .map(Path::toString)
                .toList();
    }

    private static @Nullable Path folderOf(Class<?> type) {
        try {
            Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
            return jar.toAbsolutePath().getParent();
        } catch (URISyntaxException strange) {
            throw new IllegalStateException(strange);
        }
    }
}
