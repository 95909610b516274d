package treeline.formats.caliper.records;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// A profile under construction from one file or one per rank: call tree, record table, contexts
/// and metadata. [CaliperProfileBuilder] completes it.
public final class ProfileDraft {
    public static final int NO_PATH = ProfileBuilder.ROOT;

    private static final int LARGEST_RANK = Integer.MAX_VALUE - 1;

    /// Doubles count without gaps up to here.
    private static final double MAX_EXACT_INTEGER = 1L << 53;

    public final ReadReport.Log log = new ReadReport.Log();
    final ProfileBuilder tree = new ProfileBuilder();
    final Contexts contexts = new Contexts();
    public final FileFacts facts = new FileFacts();
    public final RecordTable table;

    private final BitSet loops = new BitSet();
    private final Map<String, Integer> columnOf = new HashMap<>();
    private final List<CaliperAttribute> measured = new ArrayList<>();
    private final Map<String, Map<Integer, String>> texts = new LinkedHashMap<>();
    private final Set<String> varyingTexts = new HashSet<>();

    // The record that is being read.
    private int rank;
    private long thread;
    private long stream;
    private int repetition;
    private long iteration;
    private long snapshot;
    private String iterationLoop = "";
    private final Map<String, String> context = new LinkedHashMap<>();

    /// @param name of the file or files, for messages
    public ProfileDraft(String name, int expectedRows) {
        table = new RecordTable(name, expectedRows);
    }

    public void startFile(String file) {
        contexts.startFile(file);
        facts.startFile();
    }

    /// The node of a frame below another one; [#NO_PATH] stands above the roots.
    public int child(int parent, Frame frame) {
        int node = tree.child(parent, frame);
        if (frame.kind() == Frame.Kind.LOOP) loops.set(node);
        return node;
    }

    boolean isLoop(int node) {
        return loops.get(node);
    }

    /// The column of an attribute; attributes of one name in several files share it.
    public int column(CaliperAttribute attribute) {
        Integer known = columnOf.get(attribute.name());
        if (known != null) return known;
        int column = table.addColumn();
        columnOf.put(attribute.name(), column);
        measured.add(attribute);
        return column;
    }

    /// The measured attributes, in the order of their columns.
    List<CaliperAttribute> measured() {
        return measured;
    }

    public void startRecord() {
        rank = Context.NONE;
        thread = Context.NONE;
        stream = Context.NONE;
        repetition = Context.NONE;
        iteration = RecordTable.NO_ITERATION;
        snapshot = RecordTable.NO_ITERATION;
        if (!context.isEmpty()) context.clear();
        table.startRow();
    }

    /// A fact about the context of the record.
    public void about(CaliperAttribute attribute, String text) {
        if (!text.isEmpty()) context.put(attribute.contextFact(), text);
    }

    /// The rank, where it is known to be one.
    public void rank(int number) {
        rank = number;
    }

    /// Who measured, or in which iteration.
    ///
    /// @return false if there is no such rank or iteration
    public boolean key(CaliperAttribute attribute, double number, Supplier<String> place) {
        if (!(Math.abs(number) < MAX_EXACT_INTEGER)) return false;
        long count = (long) number;
        switch (attribute.role()) {
            case RANK -> {
                if (!isCount(count)) return false;
                rank = (int) count;
            }
            case REPETITION -> {
                if (!isCount(count)) return false;
                repetition = (int) count;
            }
            case THREAD -> thread = count;
            case STREAM -> stream = count;
            case CONTEXT -> about(attribute, Long.toString(count));
            case SNAPSHOT -> snapshot = Math.max(count, RecordTable.NO_ITERATION);
            case ITERATION -> iteration(attribute.loopName(), count, place);
            case PATH, KERNEL, ACTIVITY, COPY, SOURCE_LINE, VALUE, RUN, TEXT, IGNORED -> {}
        }
        return true;
    }

    private static boolean isCount(long count) {
        return count >= Context.NONE && count <= LARGEST_RANK;
    }

    /// Of nested loops the one that is named first counts; a record belongs to one iteration.
    private void iteration(String loop, long number, Supplier<String> place) {
        if (number < 0) return;
        if (iteration != RecordTable.NO_ITERATION && !loop.equals(iterationLoop)) {
            log.note(
                    "records of nested loops are stored by the iterations of '%s' only"
                            .formatted(iterationLoop),
                    place.get());
            return;
        }
        iteration = number;
        iterationLoop = loop;
    }

    /// Ends a record at a node; [#NO_PATH] if no region was open.
    public void endRecord(int node) {
        int measuring =
                thread == Context.NONE && stream == Context.NONE && repetition == Context.NONE
                        ? contexts.ofRank(rank)
                        : contexts.of(rank, thread, stream, repetition);
        if (!context.isEmpty()) contexts.about.add(measuring, context);
        int at = node == NO_PATH ? tree.child(ProfileBuilder.ROOT, Frame.OUTSIDE_REGIONS) : node;
        table.endRow(at, measuring, snapshot == RecordTable.NO_ITERATION ? iteration : snapshot);
    }

    /// A fact about a node that is no number.
    public void text(String name, int node, String text) {
        if (node == NO_PATH || text.isEmpty() || name.isBlank()) return;
        String other = texts.computeIfAbsent(name, _ -> new HashMap<>()).putIfAbsent(node, text);
        if (other != null && !other.equals(text)) varyingTexts.add(name);
    }

    /// The texts that are the same in all records of a node become labels; the others cannot.
    void labelTree() {
        texts.forEach(
                (name, byNode) -> {
                    if (varyingTexts.contains(name))
                        log.note(
                                "records of one node that differ only in '%s' are combined"
                                        .formatted(name),
                                "");
                    else byNode.forEach((node, text) -> tree.label(name, node, text));
                });
    }
}
