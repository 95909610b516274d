package treeline.formats.nsys;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/// Writes databases as Nsight Systems exports them.
final class NsysExport implements AutoCloseable {
    static final long PROCESS = 0x0100_0000_0000_0000L | 4_242L << 24;
    static final long MAIN = PROCESS | 4_242;
    static final long WORKER = PROCESS | 4_243;

    private final Connection connection;
    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final Map<String, PreparedStatement> inserts = new LinkedHashMap<>();

    NsysExport(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        connection.setAutoCommit(false);
        run("CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL)");
    }

    NsysExport run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return this;
    }

    /// A row; its table is made when the first one comes.
    NsysExport row(String table, String columns, Object... values) throws SQLException {
        PreparedStatement insert = inserts.get(table);
        if (insert == null) {
            run("CREATE TABLE %s (%s)".formatted(table, columns));
            String marks = "?, ".repeat(values.length - 1) + "?";
            insert =
                    connection.prepareStatement(
                            "INSERT INTO %s VALUES (%s)".formatted(table, marks));
            inserts.put(table, insert);
        }
        for (int i = 0; i < values.length; i++) insert.setObject(i + 1, values[i]);
        insert.executeUpdate();
        return this;
    }

    NsysExport nvtx(int type, long start, Object end, String text, long thread)
            throws SQLException {
        return nvtx(type, start, end, text, thread, 0, null);
    }

    NsysExport nvtx(
            int type,
            long start,
            Object end,
            String text,
            long thread,
            long domain,
            Object endThread)
            throws SQLException {
        return row(
                "NVTX_EVENTS",
                "start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, text TEXT,"
                    + " globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER",
                start,
                end,
                type,
                null,
                thread,
                endThread,
                id(text),
                domain);
    }

    NsysExport range(long start, long end, String text) throws SQLException {
        return nvtx(59, start, end, text, MAIN);
    }

    NsysExport cuda(long start, long end, String name, long thread, int correlation)
            throws SQLException {
        return row(
                "CUPTI_ACTIVITY_KIND_RUNTIME",
                "start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,"
                        + " globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL",
                start,
                end,
                0,
                thread,
                correlation,
                id(name));
    }

    NsysExport call(String table, long start, long end, String name) throws SQLException {
        String column = table.startsWith("MPI") ? "textId" : "nameId";
        return row(
                table,
                "start INTEGER NOT NULL, end INTEGER NOT NULL, globalTid INTEGER, %s INTEGER"
                        .formatted(column),
                start,
                end,
                MAIN,
                id(name));
    }

    NsysExport kernel(long start, long end, String name, int stream, int correlation)
            throws SQLException {
        return kernel(start, end, name, stream, correlation, PROCESS);
    }

    NsysExport kernel(long start, long end, String name, int stream, int correlation, long process)
            throws SQLException {
        return row(
                "CUPTI_ACTIVITY_KIND_KERNEL",
                "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId"
                        + " INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
                        + " demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL",
                start,
                end,
                0,
                1,
                stream,
                correlation,
                process,
                id(name),
                id("short"));
    }

    NsysExport copy(long start, long end, int kind, long bytes, int stream, int correlation)
            throws SQLException {
        return row(
                "CUPTI_ACTIVITY_KIND_MEMCPY",
                "start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER, streamId INTEGER,"
                    + " correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER",
                start,
                end,
                0,
                stream,
                correlation,
                PROCESS,
                bytes,
                kind);
    }

    /// The id of a text.
    int id(String text) throws SQLException {
        Integer known = strings.get(text);
        if (known != null) return known;
        strings.put(text, strings.size() + 1);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO StringIds VALUES (?, ?)")) {
            insert.setInt(1, strings.size());
            insert.setString(2, text);
            insert.executeUpdate();
        }
        return strings.size();
    }

    @Override
    public void close() throws SQLException {
        connection.commit();
        connection.close();
    }

    /// A step with a call, a copy and a kernel that it launched.
    static Path sample(Path file) throws SQLException {
        try (var export = new NsysExport(file)) {
            export.range(1_000, 11_000, "step")
                    .range(2_000, 6_000, "solve")
                    .call("OSRT_API", 7_000, 7_500, "poll")
                    .cuda(3_000, 3_500, "cudaLaunchKernel_v7000", MAIN, 77)
                    .cuda(4_000, 4_250, "cudaMemcpyAsync_v3020", MAIN, 78)
                    .kernel(5_000, 9_000, "void gemm<float>(float*)", 7, 77)
                    .copy(9_000, 9_500, 1, 4_096, 7, 78)
                    .row(
                            "ThreadNames",
                            "nameId INTEGER, globalTid INTEGER",
                            export.id("python"),
                            MAIN)
                    .row("TARGET_INFO_GPU", "id INTEGER, name TEXT", 0, "H200")
                    .row(
                            "TARGET_INFO_SYSTEM_ENV",
                            "globalVid INTEGER, name TEXT, value TEXT",
                            1,
                            "Hostname",
                            "node7")
                    .row(
                            "TARGET_INFO_SESSION_START_TIME",
                            "utcEpochNs INTEGER",
                            1_700_000_000_000_000_000L);
        }
        return file;
    }
}
