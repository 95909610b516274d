package treeline.formats.rocprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

class RocprofTest {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric GPU_TIME =
            new Metric("gpu time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric MOVED = new Metric("moved", Unit.BYTES, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;
    private String report = "";
    private @Nullable Profile read;
    private Traces traces = Traces.NONE;

    private void write(String process) throws IOException {
        Files.writeString(folder.resolve(process + "_kernel_trace.csv"), RocprofSamples.KERNELS);
        Files.writeString(folder.resolve(process + "_hip_api_trace.csv"), RocprofSamples.CALLS);
        Files.writeString(
                folder.resolve(process + "_marker_api_trace.csv"), RocprofSamples.MARKERS);
        Files.writeString(
                folder.resolve(process + "_memory_copy_trace.csv"), RocprofSamples.COPIES);
    }

    @Test
    void theTablesOfAFolderAreOneRun() throws IOException {
        write("4711");
        open();
        assertThat(profile().contexts())
                .containsExactly(
                        new Context("", Context.NONE, Context.NONE, 2, Context.NONE),
                        Context.ofThread(Context.NONE, 0));
        String step = "step \"1\", all";
        assertThat(profile().column(TIME).at(1, at(step))).isEqualTo(900);
        assertThat(profile().column(TIME).at(1, at(step, "hipLaunchKernel"))).isEqualTo(60);
        assertThat(
                        profile()
                                .column(GPU_TIME)
                                .at(0, at(step, "hipLaunchKernel", "stencil(float*, int)")))
                .isEqualTo(400);
        assertThat(profile().outline().contextLabel("device", 0)).isEqualTo("4");
        assertThat(report)
                .contains("a record has no time, or ends before it starts (first: never reported)")
                .contains("marks are ignored; ranges are read (first: a mark)");
    }

    @Test
    void correlationIdsLinkWorkToItsLaunch() throws IOException {
        write("4711");
        open();
        Operations work = traces.interactions().of(0);
        assertThat(work.size()).isEqualTo(2);
        assertThat(work.kind(0)).isEqualTo(OperationKind.COPY);
        assertThat(work.kind(1)).isEqualTo(OperationKind.KERNEL);
        assertThat(work.tag(1)).isEqualTo(2);
        assertThat(work.peer(1)).isOne();
        assertThat(work.postedNanos(1)).isEqualTo(150);
        assertThat(work.startedNanos(1)).isEqualTo(210);
        assertThat(work.beginNanos(1)).isEqualTo(350);
        assertThat(traces.interactions().of(1).kind(0)).isEqualTo(OperationKind.SYNCHRONISE);
        assertThat(traces.detail()).isEqualTo(Traces.Detail.CALLS);
    }

    @Test
    void jsonHasTheBytesOfCopies() throws IOException {
        Files.writeString(folder.resolve("4711_results.json"), RocprofSamples.JSON);
        open();
        int copy = at("step", "hipMemcpyAsync", "MEMORY_COPY_HOST_TO_DEVICE");
        assertThat(profile().column(MOVED).at(0, copy)).isEqualTo(4096);
        assertThat(traces.interactions().of(0).bytesSent(0)).isEqualTo(4096);
        assertThat(
                        profile()
                                .column(GPU_TIME)
                                .at(0, at("step", "hipLaunchKernel", "stencil(float*, int)")))
                .isEqualTo(400);
        assertThat(report).contains("records of other kinds are ignored (first: scratch_memory)");
    }

    @Test
    void twoProcessesAreTwoRanksAndTheirIdsDoNotMix() throws IOException {
        write("4711");
        write("4712");
        open();
        assertThat(profile().contexts())
                .containsExactly(
                        new Context("", 0, Context.NONE, 2, Context.NONE),
                        Context.ofThread(0, 0),
                        new Context("", 1, Context.NONE, 2, Context.NONE),
                        Context.ofThread(1, 0));
        assertThat(traces.interactions().of(2).peer(1)).isEqualTo(3);
        assertThat(report)
                .contains("ranks are numbered by process, because the files do not name them");
    }

    @Test
    void ranksMayBeInTheNamesOfFiles() throws IOException {
        write("rank_7");
        write("rank_3");
        open();
        assertThat(profile().contexts()).map(Context::rank).containsExactly(3, 3, 7, 7);
    }

    @Test
    void olderVersionsHaveQueuesAndOtherColumns() throws IOException {
        Files.writeString(
                folder.resolve("1_kernel_trace.csv"),
                """
                "Kind","Agent_Id","Queue_Id","Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp"
                "KERNEL_DISPATCH",1,5,16,"k",2,100,150
                """);
        open();
        assertThat(profile().contexts().getFirst().stream()).isEqualTo(5);
        assertThat(report)
                .contains("the launch of a kernel is not in the file; the kernel becomes a root");
    }

    @Test
    void countersAreCountedAsLost() throws IOException {
        write("4711");
        Files.writeString(
                folder.resolve("4711_counter_collection.csv"),
                """
                "Correlation_Id","Dispatch_Id","Kernel_Name","Counter_Name","Counter_Value","Start_Timestamp","End_Timestamp"
                2,1,"stencil","SQ_WAVES",12,1,2
                """);
        open();
        assertThat(report).contains("records of counters and allocations are ignored");
    }

    @Test
    void damageIsLocated() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("1_kernel_trace.csv"),
                        RocprofSamples.KERNELS.replace("1000000000000400", "soon"));
        assertThatThrownBy(this::open)
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(
                        file + " line 2: expected Start_Timestamp as a whole number, found 'soon'");
        Files.writeString(file, RocprofSamples.KERNELS + "\"KERNEL_DISPATCH\",1\n\"KERNEL");
        open();
        assertThat(report)
                .contains("the field count of a record differs from the header")
                .contains("the last line is cut");
        Files.writeString(file, RocprofSamples.KERNELS.lines().findFirst().orElseThrow() + "\n");
        assertThatThrownBy(this::open)
                .hasMessageContaining("expected kernels, copies or calls, found none");
    }

    @Test
    void databasesAreRefusedWithAdvice() throws IOException, SQLException {
        Path file = folder.resolve("1_results.db");
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE rocpd_metadata (tag TEXT, value TEXT)");
        }
        assertThatThrownBy(this::open)
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("found a rocpd database; convert it with 'rocpd convert");
    }

    private int at(String... path) {
        return profile().tree().at(List.of(path));
    }

    private Profile profile() {
        return Objects.requireNonNull(read);
    }

    private void open() throws IOException {
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            report = source.report().entries().toString();
            traces = source.traces();
            read = source.load(Slice.everything());
        }
    }
}
