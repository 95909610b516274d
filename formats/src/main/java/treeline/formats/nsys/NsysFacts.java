package treeline.formats.nsys;

import treeline.formats.reading.SqliteFile;
import treeline.formats.slices.SkippedEvents;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/// Metadata of an export: run, threads, processes and GPUs, and the tables that are not read.
final class NsysFacts {
    private static final int LARGEST_RANK = Integer.MAX_VALUE - 1;

    private final SqliteFile database;
    private final NsysThreads threads;
    private final Map<Long, String> strings;
    private final SkippedEvents log;
    private final Map<String, Value> metadata = new LinkedHashMap<>();
    private long startNanos;

    NsysFacts(
            SqliteFile database,
            NsysThreads threads,
            Map<Long, String> strings,
            SkippedEvents log) {
        this.database = database;
        this.threads = threads;
        this.strings = Map.copyOf(strings);
        this.log = log;
    }

    void read() throws IOException {
        for (String table : NsysLayout.FACTS) namesAndValues(table);
        if (has(NsysLayout.START_TIME, "utcEpochNs"))
            database.each(
                    NsysLayout.START_TIME,
                    List.of("utcEpochNs"),
                    row -> startNanos = Math.max(0, row.getLong(1)));
        if (startNanos > 0) metadata.put("start.ns", new Value.Whole(startNanos));
        namesOfContexts();
        ranks();
        tablesLeftOut();
    }

    Metadata metadata() {
        return Metadata.of(metadata);
    }

    /// When the recording began, in nanoseconds since 1970; 0 where it does not say.
    long startNanos() {
        return startNanos;
    }

    private boolean has(String table, String... columns) throws IOException {
        return database.columns(table).containsAll(Set.of(columns));
    }

    private void namesAndValues(String table) throws IOException {
        if (!has(table, "name", "value")) return;
        database.each(
                table,
                List.of("name", "value"),
                row -> {
                    String name = String.valueOf(row.getString(1));
                    String value = row.getString(2);
                    if (!name.isBlank() && value != null && !value.isEmpty())
                        metadata.putIfAbsent(name, new Value.Text(value));
                });
    }

    private void namesOfContexts() throws IOException {
        if (has(NsysLayout.THREAD_NAMES, "globalTid", "nameId"))
            database.each(
                    NsysLayout.THREAD_NAMES,
                    List.of("globalTid", "nameId"),
                    row -> {
                        String name = strings.getOrDefault(row.getLong(2), "");
                        if (!name.isEmpty()) threads.nameThread(row.getLong(1), name);
                    });
        eachName(NsysLayout.PROCESSES, "globalPid", threads::nameProcess);
        eachName(NsysLayout.GPUS, "id", threads::nameDevice);
    }

    private void eachName(String table, String id, BiConsumer<Long, String> each)
            throws IOException {
        if (!has(table, id, "name")) return;
        database.each(
                table,
                List.of(id, "name"),
                row -> {
                    String name = row.getString(2);
                    if (name != null && !name.isEmpty()) each.accept(row.getLong(1), name);
                });
    }

    private void ranks() throws IOException {
        if (!has(NsysLayout.RANKS, "globalTid", "rank")) return;
        database.each(
                NsysLayout.RANKS,
                List.of("globalTid", "rank"),
                row -> {
                    long rank = row.getLong(2);
                    if (!row.wasNull() && rank >= 0 && rank <= LARGEST_RANK)
                        threads.rank(row.getLong(1), (int) rank);
                });
    }

    /// Events of other kinds: samples, memory, graphics, counters.
    private void tablesLeftOut() throws IOException {
        for (String table : new TreeSet<>(database.tables())) {
            boolean isRead =
                    table.equals(NsysLayout.RANGES)
                            || NsysLayout.CALLS.contains(table)
                            || NsysLayout.DEVICE_WORK.contains(table);
            if (isRead) continue;
            Set<String> columns = database.columns(table);
            boolean hasTimes = columns.contains("start") || columns.contains("timestamp");
            if (hasTimes && hasRows(table)) log.note("an event table is ignored", table);
        }
    }

    private boolean hasRows(String table) throws IOException {
        boolean[] any = {false};
        database.each(
                "SELECT 1 FROM %s LIMIT 1".formatted(SqliteFile.quoted(table)), _ -> any[0] = true);
        return any[0];
    }
}
