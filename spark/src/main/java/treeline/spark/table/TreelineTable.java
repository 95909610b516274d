package treeline.spark.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// `spark.read().format("treeline").load(path)`: a profile of any readable format as a table. A row
/// is the value of one metric at one node of the call tree, of one rank, thread or stream, as
/// stored; the iterations of a loop are summed.
///
/// Options: `format` sets the format of the files instead of detecting it; `runs` = `each` makes
/// every file of a folder or pattern a run of its own, as in `treeline ensemble`.
public final class TreelineTable implements TableProvider, DataSourceRegister {
    @Override
    public String shortName() {
        return "treeline";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return ProfileColumn.schema();
    }

    @Override
    public Table getTable(
            StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new Profiles(new CaseInsensitiveStringMap(properties));
    }

    /// The table of some runs.
    private static final class Profiles implements SupportsRead {
        private final CaseInsensitiveStringMap options;

        Profiles(CaseInsensitiveStringMap options) {
            this.options = options;
        }

        @Override
        public String name() {
            return "treeline " + String.join(", ", paths());
        }

        @Override
        @SuppressWarnings("deprecation") // until catalogs give columns of their own
        public StructType schema() {
            return ProfileColumn.schema();
        }

        @Override
        public Set<TableCapability> capabilities() {
            return Set.of(TableCapability.BATCH_READ);
        }

        @Override
        public ScanBuilder newScanBuilder(CaseInsensitiveStringMap ofScan) {
            try {
                return new ProfileScan(
                        ProfileScan.runs(
                                paths(), Optional.ofNullable(options.get("format")), everyFile()));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        private boolean everyFile() {
            String runs = options.getOrDefault("runs", "one");
            return switch (runs) {
                case "one" -> false;
                case "each" -> true;
                default ->
                        throw new IllegalArgumentException(
                                "option runs must be one or each, found " + runs);
            };
        }

        /// `load(path)` gives one path, `load(path, path)` several as a list in JSON.
        private List<String> paths() {
            String one = options.get("path");
            String several = options.get("paths");
            if (several != null) return list(several).map(Profiles::path).toList();
            if (one != null) return List.of(path(one));
            throw new IllegalArgumentException(
                    "name a profile: load(path), or OPTIONS (path '...')");
        }

        private static Stream<String> list(String json) {
            try {
                return Arrays.stream(new ObjectMapper().readValue(json, String[].class));
            } catch (JsonProcessingException noList) {
                throw new IllegalArgumentException("option paths must be a list: " + json, noList);
            }
        }

        private static String path(String pathOrUri) {
            return pathOrUri.startsWith("file:")
                    ? Path.of(URI.create(pathOrUri)).toString()
                    : pathOrUri;
        }
    }
}
