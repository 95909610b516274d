package treeline.store.text;

import treeline.model.CallTree;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.store.text.rows.ContextPositions;
import treeline.store.text.rows.TextForm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes a profile in our own dialect, one row per node, depth-first. A repeated path is a sibling
/// with the same frame, and the rows below it are its own.
final class TextWriter {
    /// More places than this without values are written as `*n`.
    private static final int SHORT_SKIP = 3;

    private static final int NO_PLACE = -1;

    private final Profile profile;
    private final CallTree tree;
    private final TextOut out;

    /// The code of each frame of the tree that a node has, 0 for the others.
    private final int[] codeOfFrame;

    private final int[] placeOfContext;
    private final ContextPositions places;
    private final List<SparseRows> columns = new ArrayList<>();

    TextWriter(Profile profile, TextOut out) {
        this.profile = profile;
        this.tree = profile.tree();
        this.out = out;
        this.codeOfFrame = new int[tree.frames().size()];
        this.places = ContextPositions.of(profile.contexts());
        this.placeOfContext = new int[profile.contexts().size()];
        for (int place = 0; place < places.count(); place++)
            Arrays.fill(placeOfContext, places.start(place), places.end(place), place);
        for (Metric metric : profile.metrics()) columns.add(profile.column(metric).byNode());
    }

    void write() throws IOException {
        out.put(TextForm.MAGIC).put(Integer.toString(TextForm.VERSION)).put(TextForm.LINE_END);
        writeMetadata(profile.metadata());
        writeContexts();
        for (Label label : profile.outline().contextLabels())
            out.line(TextForm.LABEL, LabelLine.fields(label));
        writeFrames();
        out.line(TextForm.COLUMNS, ColumnsLine.of(profile.outline()).fields());
        writeRows();
        String checksum = out.checksum();
        out.line(TextForm.END, List.of(Integer.toString(tree.size()), checksum));
    }

    private void writeMetadata(Metadata metadata) throws IOException {
        for (String key : metadata.keys())
            out.line(TextForm.META, MetaLine.fields(key, metadata.get(key).orElseThrow()));
    }

    private void writeContexts() throws IOException {
        if (profile.contexts().size() > TextForm.MAX_CONTEXTS)
            throw new IllegalArgumentException(
                    "compact text stores at most %d contexts, the profile has %d"
                            .formatted(TextForm.MAX_CONTEXTS, profile.contexts().size()));
        for (int i = 1; i < profile.contexts().size(); i++)
            if (profile.contexts().get(i - 1).compareTo(profile.contexts().get(i)) >= 0)
                throw new IllegalArgumentException(
                        "contexts must ascend, but %s follows %s"
                                .formatted(
                                        profile.contexts().get(i), profile.contexts().get(i - 1)));
        List<ContextToken> tokens = ContextToken.of(profile.contexts());
        out.line(TextForm.CONTEXTS, tokens.stream().map(ContextToken::toString).toList());
    }

    /// Codes count in the order in which nodes first have the frames.
    private void writeFrames() throws IOException {
        int codes = 0;
        for (int node = 0; node < tree.size(); node++) {
            int frame = tree.frameIndex(node);
            if (codeOfFrame[frame] != 0) continue;
            codeOfFrame[frame] = ++codes;
            out.line(TextForm.FRAME, FrameLine.fields(codes, tree.frame(node)));
        }
    }

    private void writeRows() throws IOException {
        var path = new StringBuilder();
        int[] depth = tree.depths();
        int[] pathEnd = new int[Arrays.stream(depth).max().orElse(0) + 2];
        for (int node = 0; node < tree.size(); node++) {
            path.setLength(pathEnd[depth[node]]);
            if (depth[node] > 0) path.append((char) TextForm.STEP);
            path.append(codeOfFrame[tree.frameIndex(node)]);
            pathEnd[depth[node] + 1] = path.length();
            out.put(path.toString());
            writeFields(node);
        }
    }

    private void writeFields(int node) throws IOException {
        for (Label label : profile.labels())
            out.put(TextForm.FIELD).put(Escapes.encoded(label.at(node), ""));
        for (SparseRows column : columns) {
            out.put(TextForm.FIELD);
            writeCells(column, node);
        }
        out.put(TextForm.LINE_END);
    }

    /// Contexts ascend, and places and executions with them; what is absent at the end is left out.
    private void writeCells(SparseRows column, int node) throws IOException {
        int place = NO_PLACE;
        int execution = 0;
        for (int cell = column.start(node); cell < column.end(node); cell++) {
            int context = column.index(cell);
            if (placeOfContext[context] > place) {
                moveOn(place, placeOfContext[context]);
                place = placeOfContext[context];
                execution = 0;
            }
            int next = context - places.start(place);
            out.put(TextForm.EXECUTION, next - execution);
            execution = next;
            writeCell(column, cell);
        }
    }

    /// Ends a place and passes the absent ones before the next.
    private void moveOn(int place, int next) throws IOException {
        if (place != NO_PLACE) out.put(TextForm.PLACE);
        int absent = next - place - 1;
        if (absent <= SHORT_SKIP) out.put(TextForm.PLACE, absent);
        else out.put(TextForm.SKIP).whole(absent).put(TextForm.PLACE);
    }

    /// A series that could be taken for a plain value, or that ends with an absent iteration, is
    /// closed by a `+`.
    private void writeCell(SparseRows column, int cell) throws IOException {
        int length = column.seriesLength(cell);
        if (length == 0) {
            out.number(column.value(cell));
            return;
        }
        double value = Double.NaN;
        for (int i = 0; i < length; i++) {
            if (i > 0) out.put(TextForm.ITERATION);
            value = column.iteration(cell, i);
            if (!Double.isNaN(value)) out.number(value);
        }
        if (length == 1 || Double.isNaN(value)) out.put(TextForm.ITERATION);
    }
}
