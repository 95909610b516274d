package treeline.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.aggregate.MomentsByNode;
import treeline.aggregate.PartitionedSource;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.source.ProfileSource;
import treeline.source.Reopening;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;

/// What goes wrong between machines is said in words that help.
class ClusterFailureTest {
    @TempDir Path folder;

    private static String said(Throwable thrown) {
        return String.valueOf(ClusterFailure.of(new ExecutionException(thrown)).getMessage());
    }

    @Test
    void anOldJavaOfExecutorsIsNamed() {
        assertThat(
                        said(
                                new IllegalStateException(
                                        "Task 0 failed: java.lang.UnsupportedClassVersionError:"
                                                + " treeline/spark/engine/Share")))
                .contains("a Java older than 25", "spark.executorEnv.JAVA_HOME");
    }

    @Test
    void anotherTreelineOfExecutorsIsNamed() {
        assertThat(said(new IllegalStateException("java.io.InvalidClassException: treeline.model")))
                .contains("another version of Treeline");
        assertThatThrownBy(() -> Version.require("0.0.1"))
                .hasMessageContaining("but this is 0.0.1");
    }

    @Test
    void tooLittleMemoryIsNamed() {
        assertThat(said(new IllegalStateException(new OutOfMemoryError("Java heap space"))))
                .contains("ran out of memory", "spark.executor.memory");
    }

    /// Whichever of Spark's calls meets the stopped context first.
    @Test
    void aContextThatSparkStoppedHasOneMessage() {
        String expected =
                "the Spark job failed: the master did not accept the application, or no executor"
                        + " could start; see the logs of the master and the workers";
        assertThat(
                        said(
                                new IllegalStateException(
                                        "Job 0 cancelled because SparkContext was shut down")))
                .isEqualTo(expected);
        assertThat(
                        said(
                                new IllegalStateException(
                                        "Cannot call methods on a stopped SparkContext.\nat ...")))
                .isEqualTo(expected);
    }

    @Test
    void anythingElseIsToldInOneLine() {
        assertThat(said(new IllegalStateException("Job aborted\n at a.b.C")))
                .isEqualTo("the Spark job failed: Job aborted");
    }

    @Test
    void aFileThatAMachineDoesNotSeeIsNamed() throws IOException {
        Path file = written(RandomContexts.of(3), "run.tldb");
        Reopening reopening;
        try (ProfileSource source = Formats.all().open(file.toString())) {
            reopening = source.reopening().orElseThrow();
        }
        Files.delete(file);
        assertThatThrownBy(() -> OpenSources.use(reopening))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a cluster node")
                .hasMessageContaining(file.toString())
                .hasMessageContaining("at the same path");
    }

    @Test
    void anotherFileUnderTheSamePathIsNoticed() throws IOException {
        Profile run = RandomContexts.of(3);
        Path file = written(run, "run.tldb");
        try (ProfileSource source = Formats.all().open(file.toString())) {
            PartitionedSource work = PartitionedSource.of(source, Slice.summed());
            TaskPartition share = TaskPartition.of(work, 1).getFirst();
            written(RandomContexts.of(4), "run.tldb");
            var moments = MomentsByNode.of(List.of(run.metric("time")), Locations.By.RANK);
            assertThatThrownBy(() -> share.sum(moments, _ -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("differs between this cluster node");
        }
    }

    @Test
    void whatIsInMemoryIsNotForAClusterToRead() {
        PartitionedSource work = PartitionedSource.of(RandomContexts.of(3));
        assertThatThrownBy(() -> TaskPartition.of(work, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("omit --engine");
    }

    private Path written(Profile profile, String name) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profile, file);
        return file;
    }
}
