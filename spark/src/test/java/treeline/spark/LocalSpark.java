package treeline.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/// A Spark of this process for tests, with two threads. It stays until the process ends.
final class LocalSpark {
    private LocalSpark() {}

    static SparkSession session() {
        return SparkSession.builder()
                .config(
                        new SparkConf()
                                .setMaster("local[2]")
                                .setAppName("treeline tests")
                                .set("spark.ui.enabled", "false")
                                .set("spark.driver.host", "127.0.0.1")
                                .set("spark.driver.bindAddress", "127.0.0.1")
                                .set("spark.sql.shuffle.partitions", "2"))
                .getOrCreate();
    }
}
