package treeline.formats.nsys;

import treeline.formats.reading.SqliteFile;
import treeline.formats.slices.Lane;
import treeline.formats.slices.SkippedEvents;
import treeline.formats.slices.SliceClock;
import treeline.formats.slices.SliceFacts;
import treeline.formats.slices.SliceFile;
import treeline.formats.slices.SliceProfile;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads the rows of an export into slices, table by table, in stored order.
final class NsysReader {
    private static final SliceClock CLOCK = new SliceClock(Unit.NANOSECONDS, 1, 0);

    /// Differences of times that are nearer than this many nanoseconds are times.
    private static final double FARTHEST = 1L << 62;

    /// Versions of the API stand behind the names of its calls: `cudaLaunchKernel_v7000`.
    private static final Pattern API_VERSION = Pattern.compile("_v\\d{4,5}$");

    private final SqliteFile database;
    private final SliceProfile slices;
    private final SkippedEvents log;
    private final NsysThreads threads = new NsysThreads();
    private final Map<Long, String> strings = new HashMap<>();
    private final Map<Long, String> callNames = new HashMap<>();
    private final Map<Domain, String> domains = new HashMap<>();

    /// Times count from the first one that is met: as numbers with a fraction they are exact then.
    private long zero;

    private boolean hasZero;

    private record Domain(long process, long id) {}

    private NsysReader(SqliteFile database, SliceProfile slices) {
        this.database = database;
        this.slices = slices;
        this.log = slices.log();
    }

    static ProfileSource open(Path path) throws IOException {
        List<NsysKind> kinds = List.of(NsysKind.values());
        return new SliceFile(path, kinds, CLOCK, NsysReader::read).open();
    }

    private static SliceFacts read(Path path, SliceProfile into) throws IOException {
        try (SqliteFile database = SqliteFile.open(path)) {
            return new NsysReader(database, into).read();
        }
    }

    private SliceFacts read() throws IOException {
        if (!NsysLayout.isIn(database))
            throw MalformedProfileException.of(
                    database.name(), "the tables of Nsight Systems", "others");
        database.unsettled().ifPresent(beside -> log.lost(SqliteFile.UNSETTLED, beside.toString()));
        database.each(
                NsysLayout.STRINGS,
                List.of("id", "value"),
                row -> strings.put(row.getLong(1), text(row, 2)));
        ranges();
        for (String table : NsysLayout.CALLS) calls(table);
        for (String table : NsysLayout.DEVICE_WORK) deviceWork(table);
        if (slices.isTraced()) waits();
        if (slices.isEmpty())
            throw MalformedProfileException.of(
                    database.name(),
                    "NVTX ranges, calls or work of a GPU",
                    "none; record with 'nsys profile --trace=cuda,nvtx,osrt'");
        var facts = new NsysFacts(database, threads, strings, log);
        facts.read();
        long start = facts.startNanos();
        return new SliceFacts(threads.table(), facts.metadata(), start == 0 ? 0 : start + zero);
    }

    private void ranges() throws IOException {
        if (!isReadable(NsysLayout.RANGES)) return;
        boolean typed = database.columns(NsysLayout.RANGES).contains("eventType");
        List<String> columns =
                List.of(
                        "start",
                        "end",
                        "eventType",
                        "globalTid",
                        "endGlobalTid",
                        "domainId",
                        "text",
                        "textId");
        if (typed)
            database.each(
                    NsysLayout.RANGES,
                    columns,
                    "eventType = " + NsysLayout.DOMAIN,
                    row -> domains.put(domain(row.getLong(4), row.getLong(6)), name(row, 7, 8)));
        database.each(
                NsysLayout.RANGES,
                columns,
                row -> range(row, typed ? row.getInt(3) : NsysLayout.PUSH_POP));
    }

    private static Domain domain(long globalTid, long id) {
        return new Domain(NsysLayout.process(globalTid), id);
    }

    private void range(ResultSet row, int type) throws SQLException {
        switch (type) {
            case NsysLayout.PUSH_POP,
                    NsysLayout.START_END,
                    NsysLayout.TEXT_PUSH_POP,
                    NsysLayout.TEXT_START_END -> {
                long endThread = row.getLong(5);
                long thread = row.getLong(4);
                int threadAt = thread(row, thread);
                String name = name(row, 7, 8);
                String domain = domains.getOrDefault(domain(thread, row.getLong(6)), "");
                String full = domain.isEmpty() ? name : domain + ":" + name;
                if (endThread != 0 && endThread != thread)
                    log.lost("NVTX ranges that end on another thread are ignored", full);
                else slice(row, threadAt, NsysKind.RANGE, full, Lane.NO_LAUNCH);
            }
            case NsysLayout.MARK -> log.note("NVTX marks are ignored", name(row, 7, 8));
            default -> {} // names of domains, categories and threads
        }
    }

    private void calls(String table) throws IOException {
        if (!isReadable(table)) return;
        Set<String> there = database.columns(table);
        String name = there.contains("nameId") ? "nameId" : "textId";
        if (!there.contains(name)) log.note("calls have no names", table);
        NsysKind kind = table.equals(NsysLayout.CUDA_CALLS) ? NsysKind.LAUNCH : NsysKind.CALL;
        List<String> columns = List.of("start", "end", "globalTid", name, "correlationId");
        if (table.equals(NsysLayout.MPI_WAITS) && there.containsAll(columns.subList(0, 4)))
            database.each(
                    "SELECT DISTINCT start, \"end\", globalTid, %s FROM %s".formatted(name, table),
                    row -> call(row, NsysKind.CALL));
        else database.each(table, columns, row -> call(row, kind));
    }

    private void call(ResultSet row, NsysKind kind) throws SQLException {
        String name = callNames.computeIfAbsent(row.getLong(4), this::callName);
        long thread = row.getLong(3);
        int threadAt = thread(row, thread);
        int launch = kind.launches() ? launch(row, 5, thread) : Lane.NO_LAUNCH;
        slice(row, threadAt, kind, name, launch);
    }

    private String callName(long id) {
        return API_VERSION.matcher(strings.getOrDefault(id, "")).replaceFirst("");
    }

    private void deviceWork(String table) throws IOException {
        if (!isReadable(table)) return;
        Set<String> there = database.columns(table);
        for (String wanted : List.of("deviceId", "streamId", "correlationId"))
            if (!there.contains(wanted))
                log.note("a table has no column '%s'".formatted(wanted), table);
        if (!there.contains("globalPid") && threads.processes() > 1)
            log.note("GPU work does not name the process that launched it", table);
        database.each(
                table,
                List.of(
                        "start",
                        "end",
                        "globalPid",
                        "deviceId",
                        "streamId",
                        "correlationId",
                        "bytes",
                        "copyKind",
                        "demangledName",
                        "shortName"),
                row -> work(row, table));
    }

    private void work(ResultSet row, String table) throws SQLException {
        long process = row.getLong(3);
        int stream = threads.stream(process, row.getLong(4), row.getLong(5));
        int launch = process == 0 ? launchOfAny(row, 6) : launch(row, 6, process);
        boolean added = slice(row, stream, NsysKind.DEVICE, workName(row, table), launch);
        if (!added || table.equals(NsysLayout.KERNELS)) return;
        long bytes = row.getLong(7);
        if (bytes > 0) slices.unorderedLane(stream).moves((double) bytes);
    }

    /// The streams that calls wait for. The calls themselves are rows of CUDA calls.
    private void waits() throws IOException {
        List<String> columns =
                List.of("syncType", "globalPid", "deviceId", "streamId", "correlationId");
        if (!database.has(NsysLayout.WAITS)
                || !database.columns(NsysLayout.WAITS).containsAll(columns)) return;
        database.each(
                NsysLayout.WAITS,
                columns,
                row -> {
                    int stream =
                            threads.streamWithWork(row.getLong(2), row.getLong(3), row.getLong(4));
                    if (row.getInt(1) == NsysLayout.STREAM_WAIT && stream >= 0)
                        slices.waits(launch(row, 5, row.getLong(2)), stream);
                });
    }

    private int launch(ResultSet row, int column, long globalId) throws SQLException {
        long correlation = row.getLong(column);
        return isNull(row, correlation)
                ? Lane.NO_LAUNCH
                : slices.launch(threads.process(globalId), (int) correlation);
    }

    private int launchOfAny(ResultSet row, int column) throws SQLException {
        long correlation = row.getLong(column);
        return isNull(row, correlation)
                ? Lane.NO_LAUNCH
                : slices.launchOfAnyProcess((int) correlation);
    }

    /// Whether the number that was just taken is none; the driver is asked only where it may be,
    /// because each question costs as much as a number.
    private static boolean isNull(ResultSet row, long taken) throws SQLException {
        return taken == 0 && row.wasNull();
    }

    private String workName(ResultSet row, String table) throws SQLException {
        return switch (table) {
            case NsysLayout.COPIES -> NsysLayout.copyName(row.getInt(8));
            case NsysLayout.MEMSETS -> "[CUDA memset]";
            case NsysLayout.GRAPHS -> "[CUDA graph]";
            default -> {
                String name = string(row, 9);
                yield name.isEmpty() ? string(row, 10) : name;
            }
        };
    }

    /// Whether a table is there and has times.
    private boolean isReadable(String table) throws IOException {
        if (!database.has(table)) return false;
        boolean hasTimes = database.columns(table).containsAll(List.of("start", "end"));
        if (!hasTimes) log.lost("ignored a table without columns 'start' and 'end'", table);
        return hasTimes;
    }

    private int thread(ResultSet row, long taken) throws SQLException {
        return isNull(row, taken) ? threads.unknown() : threads.of(taken);
    }

    /// Adds a slice whose times are the first two columns, if it has any. Where there is no end,
    /// exports have NULL or, in older versions, 0.
    private boolean slice(ResultSet row, int thread, NsysKind kind, String name, int launch)
            throws SQLException {
        long start = row.getLong(1);
        boolean hasStart = !isNull(row, start);
        long end = row.getLong(2);
        boolean hasEnd = !isNull(row, end) && (end > 0 || end >= start);
        boolean isTime = Math.abs((double) start) < FARTHEST && Math.abs((double) end) < FARTHEST;
        if (!hasStart || !isTime || (hasEnd && end < start)) {
            log.lost("an event has no time, or ends before it starts", name);
            return false;
        }
        if (!hasZero) zero = start;
        hasZero = true;
        byte phase = hasEnd ? Lane.WHOLE : Lane.BEGIN;
        double duration = hasEnd ? (double) (end - start) : Double.NaN;
        slices.unorderedLane(thread)
                .add(kind, name, phase, (double) (start - zero), duration, launch);
        return true;
    }

    private String name(ResultSet row, int text, int id) throws SQLException {
        String own = text(row, text);
        return own.isEmpty() ? string(row, id) : own;
    }

    private String string(ResultSet row, int column) throws SQLException {
        return strings.getOrDefault(row.getLong(column), "");
    }

    private static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }
}
