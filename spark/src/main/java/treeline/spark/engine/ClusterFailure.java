package treeline.spark.engine;

import java.io.IOException;
import java.io.InvalidClassException;

/// A failure of the cluster as a message that says what to do. Failures of our own code are
/// returned unchanged, see [Result].
final class ClusterFailure {
    private ClusterFailure() {}

    /// Spark gave up its connection, and logged the reason as a warning.
    static IOException ofStopped(Throwable failed) {
        return new IOException(
                "the Spark job failed: the master did not accept the application, or no executor"
                        + " could start; see the logs of the master and the workers",
                failed);
    }

    static IOException of(Throwable failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            String text = String.valueOf(cause.getMessage());
            if (text.contains("SparkContext was shut down")
                    || text.contains("stopped SparkContext")) return ofStopped(failed);
            if (cause instanceof UnsupportedClassVersionError
                    || text.contains("UnsupportedClassVersionError"))
                return new IOException(
                        "the executors of the cluster run a Java older than 25; set a newer one:"
                            + " TREELINE_OPTS=-Dspark.executorEnv.JAVA_HOME=FOLDER, or spark-submit"
                            + " --conf spark.executorEnv.JAVA_HOME=FOLDER",
                        failed);
            if (cause instanceof InvalidClassException
                    || text.contains("java.io.InvalidClassException"))
                return new IOException(
                        "the cluster has another version of Treeline among its jars: remove it from"
                                + " the cluster, because every job sends the right version",
                        failed);
            if (cause instanceof OutOfMemoryError || text.contains("OutOfMemoryError"))
                return new IOException(
                        "an executor of the cluster ran out of memory; give it more with"
                                + " TREELINE_OPTS=-Dspark.executor.memory=4g, or spark-submit"
                                + " --executor-memory 4g",
                        failed);
        }
        return new IOException("the Spark job failed: " + firstLine(failed), failed);
    }

    private static String firstLine(Throwable failed) {
        Throwable cause = failed.getCause() == null ? failed : failed.getCause();
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse(cause.toString());
    }
}
