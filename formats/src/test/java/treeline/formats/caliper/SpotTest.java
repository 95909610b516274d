package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Context;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

class SpotTest {
    private static final Metric TIME = new Metric("Avg time/rank", Unit.SECONDS, Scope.INCLUSIVE);

    @TempDir Path folder;

    @Test
    void theRunsOfADatabaseAreAnEnsemble() throws IOException, SQLException {
        Path file = SpotFile.tables(folder.resolve("spot.sqlite"), 2.5, 1.5);
        List<Runs.Read> runs = Runs.of(Formats.all()).all(List.of(file.toString()));
        assertThat(runs).map(Runs.Read::path).containsExactly(file + "#1", file + "#2");
        assertThat(runs).map(run -> at(run.profile(), "main", "solve")).containsExactly(2.5, 1.5);
        assertThat(runs).noneMatch(Runs.Read::isPartial);
        Profile first = runs.getFirst().profile();
        assertThat(at(first, "main")).isEqualTo(3.5);
        assertThat(first.contexts()).containsExactly(Context.WHOLE);
        assertThat(first.metadata().get("cluster")).contains(new Value.Text("quartz"));
        assertThat(first.metadata().get("launchdate")).contains(new Value.Whole(1_600_000_000));
        assertThat(first.metadata().get("jobsize")).contains(new Value.Whole(8));
    }

    @Test
    void theRunsOfSinaAreAnEnsemble() throws IOException, SQLException {
        Path file = SpotFile.sina(folder.resolve("sina.sqlite"), 2.5, 1.5);
        List<Runs.Read> runs = Runs.of(Formats.all()).all(List.of(file.toString()));
        assertThat(runs).map(Runs.Read::path).containsExactly(file + "#run-a", file + "#run-b");
        assertThat(runs).map(run -> at(run.profile(), "main", "solve")).containsExactly(2.5, 1.5);
        Profile first = runs.getFirst().profile();
        assertThat(first.metadata().get("figure_of_merit")).contains(new Value.Real(2.5));
        assertThat(first.metadata().get("launchdate")).contains(new Value.Whole(1_600_000_000));
        assertThat(first.metadata().get("spot.channels")).contains(new Value.Text("regionprofile"));
    }

    @Test
    void oneRunOpensByItsIdOrItsNumber() throws IOException, SQLException {
        Path file = SpotFile.sina(folder.resolve("sina.sqlite"), 2.5, 1.5);
        assertThat(at(open(file + "#run-b"), "main", "solve")).isEqualTo(1.5);
        assertThat(at(open(file + "#2"), "main", "solve")).isEqualTo(1.5);
        assertThatThrownBy(() -> open(file.toString()))
                .hasMessageEndingWith(
                        "sina.sqlite: expected one run, such as %s#run-a, found an ensemble of 2: run-a, run-b"
                                .formatted(file));
        assertThatThrownBy(() -> open(file + "#7")).hasMessageContaining("expected one run");
    }

    @Test
    void timeOutsideRegionsIsKept() throws IOException, SQLException {
        Profile profile = open(SpotFile.tables(folder.resolve("spot.sqlite"), 2.5).toString());
        assertThat(at(profile, "(outside regions)")).isEqualTo(0.5);
    }

    @Test
    void recordsOfOtherChannelsAreReported() throws IOException, SQLException {
        Path file = folder.resolve("sina.sqlite");
        String series =
                "[{\"path\": \"main\", \"avg#inclusive#sum#time.duration\": 9, \"block\": 1}]";
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            SpotFile.sina(connection);
            SpotFile.record(
                    connection,
                    "a",
                    "run",
                    "{\"user_defined\": {\"regionprofile\": %s, \"timeseries\": %s}}"
                            .formatted(SpotFile.RECORDS.formatted(2.5), series));
        }
        try (ProfileSource source = Formats.all().open(file.toString())) {
            assertThat(at(source.load(Slice.everything()), "main")).isEqualTo(3.5);
            assertThat(source.report().toString())
                    .contains("records of the channel 'timeseries' are ignored");
        }
        Path tables = SpotFile.tables(folder.resolve("spot.sqlite"), 2.5);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + tables)) {
            connection
                    .createStatement()
                    .execute(
                            "UPDATE Runs SET records = replace(records, '0.5, \"spot.channel\":"
                                + " \"regionprofile\"', '0.5, \"spot.channel\": \"timeseries\"')");
        }
        try (ProfileSource source = Formats.all().open(tables.toString())) {
            assertThat(source.outline().tree().size()).isEqualTo(2);
            assertThat(source.report().toString())
                    .contains("records of the channel 'timeseries' are ignored");
        }
    }

    @Test
    void aRunThatCannotBeReadCostsOnlyItself() throws IOException, SQLException {
        Path file = SpotFile.sina(folder.resolve("sina.sqlite"), 2.5);
        try (Connection more = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            SpotFile.record(more, "cut", "run", "{\"user_defined\": {\"regionprofile\": [{");
            SpotFile.record(more, "empty", "run", "{\"data\": {}}");
        }
        List<Runs.Read> runs = Runs.of(Formats.all()).all(List.of(file.toString()));
        assertThat(runs).hasSize(1);
        assertThat(runs.getFirst().report().toString())
                .contains("a run cannot be read")
                .contains("#cut: expected Spot's run description as JSON, found Unexpected");
        assertThat(runs.getFirst().isPartial()).isTrue();
        assertThatThrownBy(() -> open(file + "#empty"))
                .hasMessageEndingWith(
                        "#empty: expected at least one record with a measured value, found none");
    }

    @Test
    void otherDatabasesOfSinaAreNotClaimed() throws IOException, SQLException {
        Path file = folder.resolve("other.sqlite");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            SpotFile.sina(connection);
            connection.createStatement().execute("DELETE FROM Record");
            SpotFile.record(connection, "x", "run", "{}");
        }
        assertThat(new SpotFormat().sniff(Input.of(file))).isEqualTo(Match.NO);
        assertThatThrownBy(() -> Formats.all().open(file.toString(), "spotdb"))
                .hasMessageEndingWith("expected the tables of SpotDB, found others");
    }

    private static Profile open(String path) throws IOException {
        try (ProfileSource source = Formats.all().open(path)) {
            return source.load(Slice.everything());
        }
    }

    private static double at(Profile profile, String... path) {
        return profile.column(TIME).at(0, profile.tree().at(List.of(path)));
    }
}
