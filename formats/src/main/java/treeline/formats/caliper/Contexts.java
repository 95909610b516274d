package treeline.formats.caliper;

import treeline.model.Context;
import treeline.source.MalformedProfileException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who measured, over all files of a run. A handle belongs to one file; which rank or repetition a
/// file without ranks is, and whether the files are of one run at all, is known when all have been
/// read.
final class Contexts {
    /// Ids above this are addresses or handles rather than counts, and are numbered as they come.
    private static final long LARGEST_COUNT = 1 << 20;

    private static final Pattern LAST_NUMBER = Pattern.compile("(\\d+)(?!.*\\d)");

    /// What the files of an input are to each other.
    enum Files {
        /// Each holds other contexts of one run, or there is one file.
        ONE_RUN,
        /// Each is a rank of one run, by the number in its name.
        NUMBERED_RANKS,
        /// Each is an execution of the program.
        REPETITIONS
    }

    private record Entry(int file, Context context) {}

    /// What is known of them beside their numbers.
    final ContextFacts about = new ContextFacts();

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
        int handle = of(rank, Context.NONE, Context.NONE, Context.NONE);
        handleOfRank.put(rank, handle);
        return handle;
    }

    int of(int rank, long thread, long stream, int repetition) {
        var context = new Context("", rank, count(thread), count(stream), repetition);
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
                        && entries.stream().allMatch(each -> each.context.rank() == Context.NONE);
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
        for (int handle = 0; handle < entries.size(); handle++) {
            Entry entry = entries.get(handle);
            Context context =
                    switch (meaning) {
                        case ONE_RUN -> entry.context;
                        case NUMBERED_RANKS -> named(entry);
                        case REPETITIONS -> entry.context.inRepetition(entry.file);
                    };
            Integer other = withoutHosts.put(context, handle);
            if (other != null) throw differentRuns(context, entry, entries.get(other));
            String host = about.text(Attribute.HOST, handle);
            if (host.isEmpty() && hostByFile) host = facts.host(entry.file);
            resolved.put(on(host, context), handle);
        }
        return resolved;
    }

    private static Context on(String host, Context context) {
        return new Context(
                host, context.rank(), context.thread(), context.stream(), context.repetition());
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
