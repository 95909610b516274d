package treeline.formats.nsys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

class NsysTest {
    private static final Metric OWN = new Metric("time", Unit.NANOSECONDS, Scope.EXCLUSIVE);
    private static final Metric ALL = new Metric("time", Unit.NANOSECONDS, Scope.INCLUSIVE);
    private static final Metric OWN_OF_GPU =
            new Metric("gpu time", Unit.NANOSECONDS, Scope.EXCLUSIVE);
    private static final Metric ALL_OF_GPU =
            new Metric("gpu time", Unit.NANOSECONDS, Scope.INCLUSIVE);
    private static final Metric CALLS = new Metric("calls", Unit.COUNT, Scope.EXCLUSIVE);
    private static final Metric MOVED = new Metric("moved", Unit.BYTES, Scope.EXCLUSIVE);
    private static final String GEMM = "void gemm<float>(float*)";

    @TempDir Path folder;
    private Path file = Path.of("");
    private String report = "";
    private Traces traces = Traces.NONE;

    @BeforeEach
    void name() {
        file = folder.resolve("report.sqlite");
    }

    private interface Content {
        void write(NsysExport export) throws SQLException;
    }

    private Profile read(Content content) throws IOException, SQLException {
        try (var export = new NsysExport(file)) {
            content.write(export);
        }
        return read(file);
    }

    private Profile read(Path path) throws IOException {
        try (ProfileSource source = Formats.all().open(path.toString())) {
            Profile profile = source.load(Slice.everything());
            report = source.report().entries().toString();
            traces = source.traces();
            return profile;
        }
    }

    private static double at(Profile profile, Metric metric, int context, String... path) {
        return profile.column(metric).at(context, profile.tree().at(List.of(path)));
    }

    @Test
    void kernelsStandUnderTheCallThatLaunchedThem() throws IOException, SQLException {
        Profile profile = read(NsysExport.sample(file));
        assertThat(report).isEqualTo("[]");
        assertThat(profile.contexts())
                .containsExactly(
                        new Context("", Context.NONE, Context.NONE, 7, Context.NONE),
                        Context.ofThread(Context.NONE, 0));
        assertThat(at(profile, OWN_OF_GPU, 0, "step", "solve", "cudaLaunchKernel", GEMM))
                .isEqualTo(4_000);
        assertThat(at(profile, ALL_OF_GPU, 0, "step", "solve")).isEqualTo(4_500);
        assertThat(at(profile, ALL, 0, "step", "solve")).as("CPU time of a stream").isNaN();
        assertThat(at(profile, ALL, 1, "step")).isEqualTo(10_000);
        assertThat(at(profile, OWN, 1, "step")).isEqualTo(10_000 - 4_000 - 500);
        assertThat(at(profile, OWN, 1, "step", "solve", "cudaLaunchKernel")).isEqualTo(500);
        assertThat(at(profile, OWN, 1, "step", "poll")).isEqualTo(500);
        assertThat(at(profile, CALLS, 0, "step", "solve", "cudaLaunchKernel", GEMM)).isOne();
        int kernel = profile.tree().at(List.of("step", "solve", "cudaLaunchKernel", GEMM));
        assertThat(profile.tree().frame(kernel).kind()).isEqualTo(Frame.Kind.KERNEL);
    }

    @Test
    void copiesSayHowManyBytesTheyMoved() throws IOException, SQLException {
        Profile profile = read(NsysExport.sample(file));
        String[] copy = {"step", "solve", "cudaMemcpyAsync", "[CUDA memcpy Host-to-Device]"};
        assertThat(at(profile, OWN_OF_GPU, 0, copy)).isEqualTo(500);
        assertThat(at(profile, MOVED, 0, copy)).isEqualTo(4_096);
    }

    @Test
    void tracesHaveKernelsAndCopiesWithTheirLaunches() throws IOException, SQLException {
        read(NsysExport.sample(file));
        Operations work = traces.interactions().of(0);
        assertThat(work.size()).isEqualTo(2);
        assertThat(work.kind(0)).isEqualTo(OperationKind.KERNEL);
        assertThat(work.postedNanos(0)).isEqualTo(2_000);
        assertThat(work.startedNanos(0)).isEqualTo(2_500);
        assertThat(work.beginNanos(0)).isEqualTo(4_000);
        assertThat(work.peer(0)).isOne();
        assertThat(work.tag(0)).isEqualTo(77);
        assertThat(work.kind(1)).isEqualTo(OperationKind.COPY);
        assertThat(work.bytesSent(1)).isEqualTo(4_096);
        assertThat(traces.detail()).isEqualTo(Traces.Detail.CALLS);
    }

    @Test
    void callsThatWaitNameTheirStream() throws IOException, SQLException {
        read(
                export ->
                        export.kernel(100, 200, "k", 7, 1)
                                .cuda(0, 300, "cudaDeviceSynchronize_v3020", NsysExport.MAIN, 5)
                                .cuda(400, 500, "cudaStreamSynchronize_v3020", NsysExport.MAIN, 6)
                                .row(
                                        "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                                        "start INTEGER, end INTEGER, deviceId INTEGER, streamId"
                                            + " INTEGER, correlationId INTEGER, globalPid INTEGER,"
                                            + " syncType INTEGER",
                                        400,
                                        500,
                                        0,
                                        7,
                                        6,
                                        NsysExport.PROCESS,
                                        3));
        Operations waits = traces.interactions().of(1);
        assertThat(waits.size()).isEqualTo(2);
        assertThat(waits.kind(0)).isEqualTo(OperationKind.SYNCHRONISE);
        assertThat(waits.peer(0)).isEqualTo(Operations.ABSENT);
        assertThat(waits.endNanos(0)).isEqualTo(300);
        assertThat(waits.peer(1)).isZero();
    }

    @Test
    void threadsDevicesAndTheRunHaveTheirNames() throws IOException, SQLException {
        Profile profile = read(NsysExport.sample(file));
        assertThat(profile.outline().contextLabel("thread name", 1)).isEqualTo("python");
        assertThat(profile.outline().contextLabel("pid", 1)).isEqualTo("4242");
        assertThat(profile.outline().contextLabel("gpu", 0)).isEqualTo("H200");
        assertThat(profile.outline().contextLabel("stream", 0)).isEqualTo("7");
        assertThat(profile.metadata().get("Hostname")).contains(new Value.Text("node7"));
    }

    @Test
    void theExportIsATraceToo() throws IOException, SQLException {
        Profile profile = read(NsysExport.sample(file));
        assertThat(traces.originNanos()).isEqualTo(1_700_000_000_000_001_000L);
        assertThat(traces.endNanos()).isEqualTo(10_000);
        TraceLine stream = traces.lines().getFirst();
        List<String> seen = new ArrayList<>();
        stream.between(
                0,
                Long.MAX_VALUE,
                (begin, end, node) ->
                        seen.add(
                                "%d-%d %s"
                                        .formatted(
                                                begin,
                                                end,
                                                node == TraceLine.NO_NODE
                                                        ? "-"
                                                        : profile.tree().frame(node).name())));
        assertThat(seen)
                .containsExactly("4000-8000 " + GEMM, "8000-8500 [CUDA memcpy Host-to-Device]");
    }

    @Test
    void processesAreRanksAndTheirLaunchesAreTheirOwn() throws IOException, SQLException {
        long other = NsysExport.PROCESS + (1L << 24);
        Profile profile =
                read(
                        export ->
                                export.cuda(10, 20, "cudaLaunchKernel_v7000", NsysExport.MAIN, 5)
                                        .cuda(10, 20, "cuLaunchKernel", other | 4_243, 5)
                                        .kernel(30, 40, "a", 7, 5)
                                        .kernel(30, 50, "b", 7, 5, other));
        assertThat(profile.contexts())
                .containsExactly(
                        new Context("", 0, Context.NONE, 7, Context.NONE),
                        Context.ofThread(0, 0),
                        new Context("", 1, Context.NONE, 7, Context.NONE),
                        Context.ofThread(1, 0));
        assertThat(at(profile, OWN_OF_GPU, 0, "cudaLaunchKernel", "a")).isEqualTo(10);
        assertThat(at(profile, OWN_OF_GPU, 2, "cuLaunchKernel", "b")).isEqualTo(20);
    }

    @Test
    void processesHaveTheRanksThatMpiGaveThem() throws IOException, SQLException {
        Profile profile =
                read(
                        export ->
                                export.call("MPI_COLLECTIVES_EVENTS", 10, 20, "MPI_Allreduce")
                                        .row(
                                                "MPI_RANKS",
                                                "globalTid INTEGER, rank INTEGER",
                                                NsysExport.MAIN,
                                                3));
        assertThat(profile.contexts()).containsExactly(Context.ofThread(3, 0));
    }

    @Test
    void aCallThatWaitsForSeveralRequestsIsOneCall() throws IOException, SQLException {
        Profile profile =
                read(
                        export ->
                                export.call("MPI_START_WAIT_EVENTS", 10, 20, "MPI_Waitall")
                                        .call("MPI_START_WAIT_EVENTS", 10, 20, "MPI_Waitall")
                                        .call("MPI_START_WAIT_EVENTS", 30, 35, "MPI_Waitall"));
        assertThat(at(profile, CALLS, 0, "MPI_Waitall")).isEqualTo(2);
        assertThat(at(profile, ALL, 0, "MPI_Waitall")).isEqualTo(15);
    }

    @Test
    void rangesOfDomainsHaveTheNameOfTheDomain() throws IOException, SQLException {
        Profile profile =
                read(
                        export ->
                                export.nvtx(59, 10, 20, "allReduce", NsysExport.MAIN, 2, null)
                                        .nvtx(75, 0, null, "NCCL", NsysExport.MAIN, 2, null));
        assertThat(at(profile, ALL, 0, "NCCL:allReduce")).isEqualTo(10);
    }

    @Test
    void rangesThatWereNotEndedLastUntilTheLastEventOfTheirThread()
            throws IOException, SQLException {
        Profile profile =
                read(
                        export ->
                                export.nvtx(59, 10, null, "main", NsysExport.MAIN)
                                        .nvtx(59, 12, 0, "old", NsysExport.MAIN)
                                        .range(20, 40, "step"));
        assertThat(at(profile, ALL, 0, "main")).isEqualTo(30);
        assertThat(at(profile, ALL, 0, "main", "old")).isEqualTo(28);
        assertThat(at(profile, ALL, 0, "main", "old", "step")).isEqualTo(20);
        assertThat(report).contains("a slice without an end event was closed at the last event");
    }

    @Test
    void whatCannotStandInATreeIsReported() throws IOException, SQLException {
        read(
                export ->
                        export.range(10, 20, "step")
                                .nvtx(60, 12, 15, "here", NsysExport.MAIN)
                                .nvtx(60, 12, 15, "there", NsysExport.MAIN, 0, NsysExport.WORKER)
                                .nvtx(59, 15, 13, "backwards", NsysExport.MAIN)
                                .nvtx(34, 12, null, "mark", NsysExport.MAIN)
                                .kernel(12, 14, "lonely", 7, 99)
                                .row("COMPOSITE_EVENTS", "id INTEGER, start INTEGER", 1, 11));
        assertThat(report)
                .contains("NVTX ranges that end on another thread are ignored (first: there)")
                .contains("an event has no time, or ends before it starts (first: backwards)")
                .contains("NVTX marks are ignored (first: mark)")
                .contains("the launch of a kernel is not in the file; the kernel becomes a root")
                .contains("an event table is ignored (first: COMPOSITE_EVENTS)");
    }

    @Test
    void columnsThatAreMissingAreNoted() throws IOException, SQLException {
        Profile profile =
                read(
                        export ->
                                export.row(
                                                "CUPTI_ACTIVITY_KIND_KERNEL",
                                                "start INTEGER, end INTEGER, shortName INTEGER",
                                                10,
                                                20,
                                                export.id("gemm"))
                                        .row("OSRT_API", "begin INTEGER", 1));
        assertThat(at(profile, ALL_OF_GPU, 0, "gemm")).isEqualTo(10);
        assertThat(report)
                .contains(
                        "a table has no column 'correlationId' (first: CUPTI_ACTIVITY_KIND_KERNEL)")
                .contains("ignored a table without columns 'start' and 'end' (first: OSRT_API)");
    }

    @Test
    void timesSince1970AreExact() throws IOException, SQLException {
        long since = 1_700_000_000_000_000_001L;
        Profile profile =
                read(
                        export ->
                                export.range(since, since + 3, "a")
                                        .range(since + 3, since + 4, "b"));
        assertThat(at(profile, ALL, 0, "a")).isEqualTo(3);
        assertThat(at(profile, ALL, 0, "b")).isEqualTo(1);
    }

    @Test
    void anExportWithoutEventsIsRefused() throws SQLException {
        try (var export = new NsysExport(file)) {
            export.row("META_DATA_EXPORT", "name TEXT, value TEXT", "EXPORT_SCHEMA_VERSION", "3");
        }
        assertThatThrownBy(() -> read(file))
                .hasMessageContaining(
                        "report.sqlite: expected NVTX ranges, calls or work of a GPU, found none;"
                                + " record with 'nsys profile --trace=cuda,nvtx,osrt'");
    }

    @Test
    void databasesOfOthersAreNotClaimed() throws IOException, SQLException {
        try (var export = new NsysExport(file)) {
            export.run("CREATE TABLE moz_places (id INTEGER)");
        }
        assertThat(new NsysFormat().sniff(Input.of(file))).isEqualTo(Match.NO);
        assertThatThrownBy(() -> read(file))
                .hasMessageEndingWith(
                        "found an SQLite database that is damaged or from an unknown tool");
        assertThatThrownBy(() -> Formats.all().open(file.toString(), "nsys"))
                .hasMessageEndingWith("expected the tables of Nsight Systems, found others");
    }

    @Test
    void viewsAreNoTables() throws IOException, SQLException {
        try (var export = new NsysExport(file)) {
            export.run(
                    "CREATE VIEW NVTX_EVENTS AS WITH RECURSIVE n(start) AS (SELECT 1 UNION ALL"
                            + " SELECT start FROM n) SELECT start, start AS end FROM n");
        }
        assertThat(new NsysFormat().sniff(Input.of(file))).isEqualTo(Match.NO);
    }

    @Test
    void aDamagedPageIsALocatedError() throws IOException, SQLException {
        NsysExport.sample(file);
        byte[] bytes = Files.readAllBytes(file);
        java.util.Arrays.fill(bytes, 3 * 4096, 4 * 4096, (byte) 0x55);
        Files.write(file, bytes);
        assertThatThrownBy(() -> Formats.all().open(file.toString(), "nsys"))
                .hasMessageContaining("report.sqlite: expected an SQLite database that can be read")
                .hasMessageContaining("found database disk image is malformed");
    }

    @Test
    void nothingIsWrittenBesideTheFile() throws IOException, SQLException {
        Path own = Files.createDirectory(folder.resolve("own"));
        Path export = NsysExport.sample(own.resolve("report.sqlite"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("r-xr-xr-x"));
        byte[] before = Files.readAllBytes(export);
        read(export);
        try (var files = Files.list(own)) {
            assertThat(files).containsExactly(export);
        }
        assertThat(Files.readAllBytes(export)).isEqualTo(before);
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void changesThatAreNotInTheDatabaseYetAreReported() throws IOException, SQLException {
        Path beside = folder.resolve("report.sqlite-wal");
        NsysExport.sample(file);
        Files.writeString(beside, "changes");
        assertThat(read(file).contexts()).hasSize(2);
        assertThat(report)
                .contains("changes in the write-ahead log are not read")
                .contains("report.sqlite-wal");
        assertThat(Files.readString(beside)).isEqualTo("changes");
    }

    @Test
    void namesOfFilesMayHaveAnyLetters() throws IOException, SQLException {
        Path odd = NsysExport.sample(folder.resolve("a b#%20;ü.sqlite"));
        assertThat(read(odd).contexts()).hasSize(2);
    }

    @Test
    void aGzippedExportIsRead() throws IOException, SQLException {
        Path zipped = folder.resolve("report.sqlite.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            Files.copy(NsysExport.sample(file), out);
        }
        assertThat(read(zipped).contexts()).hasSize(2);
    }
}
