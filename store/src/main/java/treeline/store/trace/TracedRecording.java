package treeline.store.trace;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metadata.Value;
import treeline.model.Outline;
import treeline.source.ForwardingSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.source.trace.Interactions;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A recording with trace files next to its profile. They are opened when the traces are first
/// asked for, because most analyses need the profile only. Files that are missing or damaged are
/// reported, and the others are used.
public final class TracedRecording extends ForwardingSource {
    /// The metadata key with the names of the trace files; `*` stands for the rank.
    public static final String FILES = "trace.files";

    /// How reports call a missing trace file.
    public static final String MISSING = "a trace file is missing";

    private final Path folder;
    private final String names;
    private final boolean isRecording;
    private final ReadReport.Log log = new ReadReport.Log();
    private final List<TraceFile> files = new ArrayList<>();
    private @Nullable Traces traces;

    private TracedRecording(ProfileSource source, Path folder, String names, boolean isRecording) {
        super(source);
        this.folder = folder;
        this.names = names;
        this.isRecording = isRecording;
    }

    /// The source with its traces; the source itself if it was recorded without.
    ///
    /// @param files the files of the profile
    public static ProfileSource of(ProfileSource source, List<Path> files) {
        if (files.isEmpty()
                || !(source.outline().metadata().get(FILES).orElse(null)
                        instanceof Value.Text(String names))
                || !isPattern(names)) return source;
        Path folder = files.getFirst().resolveSibling("");
        return new TracedRecording(
                source, folder, names, files.stream().anyMatch(Parts::isNamedAsPart));
    }

    private static boolean isPattern(String names) {
        return names.startsWith(TraceLayout.NAME_START)
                && names.endsWith("*" + TraceLayout.NAME_END)
                && names.indexOf('/') < 0;
    }

    @Override
    public synchronized Traces traces() {
        Traces known = traces;
        if (known != null) return known;
        try {
            openFiles();
        } catch (IOException failed) {
            log.lost("the trace files cannot be listed", "%s: %s".formatted(folder, failed));
        }
        Traces made = files.isEmpty() ? Traces.NONE : new Reading().traces();
        traces = made;
        return made;
    }

    private void openFiles() throws IOException {
        String start = names.substring(0, names.indexOf('*'));
        List<Path> found;
        try (Stream<Path> all = Files.list(folder)) {
            found = all.filter(file -> isOne(file, start)).sorted().toList();
        }
        for (Path path : found) open(path, start);
        files.sort(Comparator.comparingInt(TraceFile::rank));
        if (!found.isEmpty() || isRecording) noteMissing(found, start);
    }

    private static boolean isOne(Path file, String start) {
        String name = file.getFileName().toString();
        return name.startsWith(start) && name.endsWith(TraceLayout.NAME_END);
    }

    private void open(Path path, String start) {
        try {
            TraceFile file = TraceFile.open(path);
            String expected = start.substring(TraceLayout.NAME_START.length(), start.length() - 1);
            if (!file.recording().startsWith(expected)) {
                file.close();
                throw MalformedProfileException.of(
                        path.toString(), "a trace of recording " + expected, file.recording());
            }
            files.add(file);
        } catch (MalformedProfileException damaged) {
            log.lost("a trace file cannot be read", String.valueOf(damaged.getMessage()));
        } catch (IOException failed) {
            log.lost("a trace file cannot be read", "%s: %s".formatted(path, failed.getMessage()));
        }
    }

    private void noteMissing(List<Path> found, String start) {
        var ranks = new TreeSet<Integer>();
        for (Context context : outline().contexts()) ranks.add(Math.max(0, context.rank()));
        for (Path path : found) {
            String name = path.getFileName().toString();
            String digits =
                    name.substring(start.length(), name.length() - TraceLayout.NAME_END.length());
            if (digits.matches("\\d{1,9}")) ranks.remove(Integer.parseInt(digits));
        }
        for (int rank : ranks)
            log.lost(
                    MISSING, folder.resolve(names.replace("*", "%03d".formatted(rank))).toString());
    }

    /// Puts the files together.
    private final class Reading {
        private final Map<NodeKey, Integer> nodes = new HashMap<>();
        private final Map<RankThread, Integer> contexts = new HashMap<>();
        private final Map<Integer, Integer> contextOfRank = new HashMap<>();
        private final Map<Integer, RecordedInteractions.Traced> byContext = new HashMap<>();
        private final List<TraceLine> lines = new ArrayList<>();

        private record NodeKey(int parent, String name) {}

        private record RankThread(int rank, int thread) {}

        Reading() {
            Outline outline = outline();
            CallTree tree = outline.tree();
            for (int node = 0; node < tree.size(); node++)
                nodes.put(new NodeKey(tree.parent(node), tree.name(node)), node);
            for (int i = outline.contexts().size() - 1; i >= 0; i--) {
                Context context = outline.contexts().get(i);
                int rank = Math.max(0, context.rank());
                contexts.put(new RankThread(rank, Math.max(0, context.thread())), i);
                contextOfRank.put(rank, i);
            }
        }

        Traces traces() {
            long end = 0;
            for (TraceFile file : files)
                for (TraceThread thread : file.threads()) add(file, thread);
            lines.sort(Comparator.comparingInt(TraceLine::context));
            for (TraceLine line : lines) end = Math.max(end, line.endNanos());
            return new Traces(
                    files.getFirst().originNanos(),
                    end,
                    lines,
                    Traces.Detail.CALLS,
                    files.stream().allMatch(file -> file.groups().isEmpty())
                            ? Interactions.NONE
                            : new RecordedInteractions(files, byContext, contextOfRank),
                    List.of());
        }

        private void add(TraceFile file, TraceThread thread) {
            if (thread.samples() == 0) return;
            Integer context = contexts.get(new RankThread(file.rank(), thread.number()));
            if (context == null) {
                log.lost(
                        "a thread of a trace is not in the profile",
                        "%s, thread %d".formatted(file.name(), thread.number()));
                return;
            }
            var traced = new RecordedInteractions.Traced(file, thread, nodeOf(file, thread));
            byContext.put(context, traced);
            lines.add(new RecordedLine(context, traced));
        }

        private int[] nodeOf(TraceFile file, TraceThread thread) {
            int[] nodeOf = new int[thread.names().size()];
            for (int path = 0; path < nodeOf.length; path++) {
                int parent = thread.parents().get(path);
                String name = thread.names().get(path);
                Integer node =
                        nodes.get(
                                new NodeKey(
                                        parent < 0 ? CallTree.NO_PARENT : nodeOf[parent], name));
                if (node == null)
                    throw MalformedProfileException.of(
                            file.name(), "call paths of the profile", "another: " + name);
                nodeOf[path] = node;
            }
            return nodeOf;
        }
    }

    @Override
    public ReadReport report() {
        return super.report().and(log.report());
    }

    @Override
    public synchronized void close() throws IOException {
        for (TraceFile file : files) file.close();
        super.close();
    }
}
