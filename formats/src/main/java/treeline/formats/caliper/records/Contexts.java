package treeline.formats.caliper.records;

import treeline.formats.reading.IdNumbers;
import treeline.model.Context;
import treeline.model.LongIntMap;
import treeline.source.files.MalformedProfileException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The contexts of all files of a run. A handle belongs to one file. Which rank or repetition a
/// file without ranks is, and whether the files belong to one run, is decided after all files have
/// been read.
final class Contexts {
    /// Larger ids are addresses or handles, not consecutive numbers.
    private static final long MAX_COUNT = 1 << 20;

    /// The labels that keep the ids of threads and streams which were renumbered.
    private static final String THREAD_ID = "thread id";

    private static final String STREAM_ID = "stream id";

    private static final Pattern LAST_NUMBER = Pattern.compile("(\\d+)(?!.*\\d)");

    /// The relation between the files of an input.
    enum Files {
        /// Each holds other contexts of one run, or there is one file.
        ONE_RUN,
        /// Each is a rank of one run, by the number in its name.
        NUMBERED_RANKS,
        /// Each is an execution of the program.
        REPETITIONS
    }

    /// A context with the ids that it has in its file.
    private record Ids(int rank, long thread, long stream, int repetition) {}

    private record Entry(int file, Ids ids) {}

    /// The scope in which thread and stream ids are unique: a rank or, if files have no ranks, a
    /// file.
    private record Scope(int file, int rank) {}

    /// What is known of them beside their numbers.
    final ContextLabels about = new ContextLabels();

    private final List<String> files = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Ids, Integer> handles = new HashMap<>();
    private LongIntMap handleOfRank = new LongIntMap();

    void startFile(String name) {
        files.add(name);
        handles.clear();
        handleOfRank = new LongIntMap();
    }

    /// The handle of a rank; [Context#NONE] for the program as a whole.
    int ofRank(int rank) {
        int known = handleOfRank.get(rank);
        if (known != LongIntMap.ABSENT) return known;
        int handle = of(rank, Context.NONE, Context.NONE, Context.NONE);
        handleOfRank.put(rank, handle);
        return handle;
    }

    int of(int rank, long thread, long stream, int repetition) {
        var ids = new Ids(rank, thread, stream, repetition);
        Integer known = handles.putIfAbsent(ids, entries.size());
        if (known != null) return known;
        entries.add(new Entry(files.size() - 1, ids));
        return entries.size() - 1;
    }

    int fileCount() {
        return files.size();
    }

    String firstFile() {
        return files.getFirst();
    }

    /// What the files are to each other. Numbered files without ranks are runs of their own where
    /// their facts say so, and ranks otherwise.
    Files files(FileFacts facts) {
        boolean numbered =
                files.stream().map(Contexts::withoutNumber).distinct().count() == 1
                        && entries.stream().allMatch(each -> each.ids.rank == Context.NONE);
        if (files.size() == 1 || !numbered || facts.areOfSpot() || !facts.areOfOneSize())
            return Files.ONE_RUN;
        if (facts.differenceOfRuns().isPresent()) return Files.REPETITIONS;
        return haveRanksInTheirNames() ? Files.NUMBERED_RANKS : Files.ONE_RUN;
    }

    private boolean haveRanksInTheirNames() {
        return files.stream().map(Contexts::numberIn).distinct().count() == files.size()
                && files.stream().allMatch(file -> numberIn(file) != Context.NONE);
    }

    /// The contexts in order, each with the handle that stands for it.
    ///
    /// @throws MalformedProfileException if two files hold the same context, so are different runs
    Map<Context, Integer> resolved(Files meaning, FileFacts facts) {
        Map<Context, Integer> resolved = new TreeMap<>();
        Map<Context, Integer> withoutHosts = new HashMap<>();
        boolean hostByFile = files.size() > 1 && meaning != Files.REPETITIONS;
        int[] threads = numbers(meaning, Ids::thread, THREAD_ID);
        int[] streams = numbers(meaning, Ids::stream, STREAM_ID);
        for (int handle = 0; handle < entries.size(); handle++) {
            Entry entry = entries.get(handle);
            Ids ids = entry.ids;
            var inFile =
                    new Context("", ids.rank, threads[handle], streams[handle], ids.repetition);
            Context context =
                    switch (meaning) {
                        case ONE_RUN -> inFile;
                        case NUMBERED_RANKS -> ofRank(numberIn(files.get(entry.file)), inFile);
                        case REPETITIONS -> inFile.inRepetition(entry.file);
                    };
            Integer other = withoutHosts.put(context, handle);
            if (other != null) throw differentRuns(context, entry, entries.get(other));
            String host = about.text(CaliperAttribute.HOST, handle);
            if (host.isEmpty() && hostByFile) host = facts.host(entry.file);
            resolved.put(on(host, context), handle);
        }
        return resolved;
    }

    /// The number of a thread or stream by handle, with a label for each id that is not its number.
    private int[] numbers(Files meaning, ToLongFunction<Ids> idOf, String label) {
        Map<Scope, Set<Long>> ids = new LinkedHashMap<>();
        for (Entry entry : entries)
            ids.computeIfAbsent(scope(meaning, entry), _ -> new LinkedHashSet<>())
                    .add(idOf.applyAsLong(entry.ids));
        Map<Scope, Map<Long, Integer>> numbers = new HashMap<>();
        ids.forEach(
                (scope, all) -> {
                    all.remove((long) Context.NONE);
                    numbers.put(scope, IdNumbers.of(all, Contexts::count));
                });
        int[] byHandle = new int[entries.size()];
        for (int handle = 0; handle < byHandle.length; handle++) {
            Entry entry = entries.get(handle);
            long id = idOf.applyAsLong(entry.ids);
            byHandle[handle] =
                    Objects.requireNonNull(numbers.get(scope(meaning, entry)))
                            .getOrDefault(id, Context.NONE);
            if (byHandle[handle] != id) about.add(handle, Map.of(label, Long.toString(id)));
        }
        return byHandle;
    }

    private static int count(long id) {
        return id >= 0 && id <= MAX_COUNT ? (int) id : -1;
    }

    private static Scope scope(Files meaning, Entry entry) {
        return new Scope(meaning == Files.ONE_RUN ? 0 : entry.file, entry.ids.rank);
    }

    private static Context on(String host, Context context) {
        return new Context(
                host, context.rank(), context.thread(), context.stream(), context.repetition());
    }

    private static Context ofRank(int rank, Context context) {
        return new Context("", rank, context.thread(), context.stream(), context.repetition());
    }

    private static int numberIn(String file) {
        Matcher number = LAST_NUMBER.matcher(file);
        if (!number.find() || number.group(1).length() > 9) return Context.NONE;
        return Integer.parseInt(number.group(1));
    }

    private static String withoutNumber(String file) {
        return LAST_NUMBER.matcher(file).replaceFirst("#");
    }

    private MalformedProfileException differentRuns(Context context, Entry one, Entry other) {
        return MalformedProfileException.of(
                files.get(one.file),
                "a rank of the same run as " + files.get(other.file),
                "another run (%s is in both); open runs separately, or as an ensemble with a pattern such as '*.cali'"
                        .formatted(context));
    }
}
