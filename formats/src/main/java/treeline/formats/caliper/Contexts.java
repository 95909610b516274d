package treeline.formats.caliper;

import treeline.model.Context;
import treeline.source.MalformedProfileException;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who measured, over all files of a run. A handle belongs to one file; which rank a file without
/// ranks is, and whether the files are of one run at all, is known when all have been read.
final class Contexts {
    /// Ids above this are addresses or handles rather than counts, and are numbered as they come.
    private static final long LARGEST_COUNT = 1 << 20;

    private static final Pattern LAST_NUMBER = Pattern.compile("(\\d+)(?!.*\\d)");

    private record Entry(int file, Context context) {}

    private final List<String> files = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Context, Integer> handles = new HashMap<>();
    private LongIntMap handleOfRank = new LongIntMap();
    private final Map<Long, Integer> threadNumbers = new HashMap<>();

    void startFile(String name) {
        files.add(name);
        handles.clear();
        threadNumbers.clear();
        handleOfRank = new LongIntMap();
    }

    /// The handle of a rank; [Context#NONE] for the program as a whole.
    int ofRank(int rank) {
        int known = handleOfRank.get(rank);
        if (known != LongIntMap.ABSENT) return known;
        int handle = of(rank, Context.NONE, Context.NONE);
        handleOfRank.put(rank, handle);
        return handle;
    }

    int of(int rank, long thread, long stream) {
        var context = new Context("", rank, count(thread), count(stream), Context.NONE);
        Integer known = handles.putIfAbsent(context, entries.size());
        if (known != null) return known;
        entries.add(new Entry(files.size() - 1, context));
        return entries.size() - 1;
    }

    private int count(long id) {
        if (id == Context.NONE) return Context.NONE;
        if (id >= 0 && id <= LARGEST_COUNT) return (int) id;
        return threadNumbers.computeIfAbsent(id, _ -> threadNumbers.size());
    }

    /// The contexts in order, each with the handle that stands for it.
    ///
    /// @throws MalformedProfileException if two files hold the same context, so are different runs
    Map<Context, Integer> resolved(boolean reduced, ReadReport.Log log) {
        boolean byName = files.size() > 1 && !reduced && noneHasARank() && namesNumberRanks();
        if (byName) log.note("ranks are taken from the names of the files", files.getFirst());
        Map<Context, Integer> resolved = new TreeMap<>();
        for (int handle = 0; handle < entries.size(); handle++) {
            Entry entry = entries.get(handle);
            Context context = byName ? named(entry) : entry.context;
            Integer other = resolved.put(context, handle);
            if (other != null) throw differentRuns(context, entry, entries.get(other));
        }
        return resolved;
    }

    private boolean noneHasARank() {
        return entries.stream().allMatch(entry -> entry.context.rank() == Context.NONE);
    }

    private boolean namesNumberRanks() {
        return files.stream().map(Contexts::numberIn).distinct().count() == files.size()
                && files.stream().map(Contexts::withoutNumber).distinct().count() == 1
                && files.stream().allMatch(file -> numberIn(file) != Context.NONE);
    }

    private Context named(Entry entry) {
        Context context = entry.context;
        int rank = numberIn(files.get(entry.file));
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
                "another run (%s is in both); open runs one by one or as an ensemble, by a pattern such as '*.cali'"
                        .formatted(context));
    }
}
