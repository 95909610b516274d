package treeline.spark.engine;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

import treeline.source.files.RemoteFiles;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Access to Hadoop file systems (`hdfs://`, `s3a://`, `abfs://`), if their jars are on Spark's
/// class path. Settings are those of Spark (`spark.hadoop.*`) and of Hadoop's configuration files.
public final class HadoopFiles implements RemoteFiles {

    /// Of the cluster, on its executors too; before one is there, those of this process.
    private static Configuration settings() {
        SparkEnv running = SparkEnv.get();
        SparkConf conf = running == null ? new SparkConf() : running.conf();
        return SparkHadoopUtil.get().newConfiguration(conf);
    }

    @Override
    public boolean reaches(String scheme) {
        try {
            FileSystem.getFileSystemClass(scheme, settings());
            return true;
        } catch (UnsupportedFileSystemException unknown) {
            return false;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public Path copy(URI address, Path into) throws IOException {
        var from = new org.apache.hadoop.fs.Path(address);
        try {
            FileSystem files = from.getFileSystem(settings());
            FileStatus status = files.getFileStatus(from);
            Path copy = into.resolve(from.getName());
            if (status.isFile()) copyFile(files, from, copy);
            else {
                Files.createDirectory(copy);
                for (FileStatus each : files.listStatus(from))
                    if (each.isFile())
                        copyFile(files, each.getPath(), copy.resolve(each.getPath().getName()));
            }
            return copy;
        } catch (FileNotFoundException missing) {
            throw new NoSuchFileException(address.toString(), null, "no such file");
        }
    }

    private static void copyFile(FileSystem files, org.apache.hadoop.fs.Path from, Path to)
            throws IOException {
        try (var in = files.open(from)) {
            Files.copy(in, to);
        }
    }
}
