package treeline.spark.table;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Selection;
import treeline.spark.engine.OpenSources;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The values of a part as rows, by metric and context. Column values of contexts, nodes and
/// metrics are computed once each.
final class ProfileRows implements PartitionReader<InternalRow> {
    private final ProfilePart part;
    private final List<ProfileColumn> columns;
    private final @Nullable Object[] cells;
    private final GenericInternalRow row;

    /// By column and node, of columns that are about nodes.
    private final Map<Integer, @Nullable Object[]> ofNodes = new HashMap<>();

    private @Nullable Profile profile;
    private int metric = -1;
    private int context;
    private int cell;
    private SparseRows values = new SparseRows.Builder(0, 0).build();

    ProfileRows(ProfilePart part, StructType wanted) {
        this.part = part;
        this.columns =
                Arrays.stream(wanted.fieldNames())
                        .map(title -> ProfileColumn.called(title).orElseThrow())
                        .toList();
        this.cells = new Object[columns.size()];
        this.row = new GenericInternalRow(cells);
    }

    @Override
    public boolean next() throws IOException {
        Profile loaded = profile == null ? load() : profile;
        while (cell == end()) if (!nextContext(loaded)) return false;
        int node = values.index(cell);
        for (int i = 0; i < cells.length; i++)
            switch (columns.get(i).of()) {
                case NODE -> cells[i] = ofNode(i, node, loaded.outline());
                case VALUE -> cells[i] = values.value(cell);
                case RUN, CONTEXT, METRIC -> {} // stays from row to row
            }
        cell++;
        return true;
    }

    private int end() {
        return context < values.rows() ? values.end(context) : 0;
    }

    /// Goes to the next context or, behind the last, to the first one of the next metric.
    private boolean nextContext(Profile loaded) {
        context++;
        if (metric < 0 || context >= values.rows()) {
            metric++;
            context = 0;
            if (metric >= loaded.metrics().size()) return false;
            values = loaded.column(loaded.metrics().get(metric)).byContext();
            set(ProfileColumn.Of.METRIC, metric, loaded.outline());
            if (values.rows() == 0) {
                cell = 0;
                return true;
            }
        }
        cell = values.start(context);
        set(ProfileColumn.Of.CONTEXT, context, loaded.outline());
        return true;
    }

    private void set(ProfileColumn.Of of, int index, Outline outline) {
        for (int i = 0; i < cells.length; i++)
            if (columns.get(i).of() == of)
                cells[i] = ProfileColumn.inRow(columns.get(i).at(outline, index));
    }

    private @Nullable Object ofNode(int column, int node, Outline outline) {
        @Nullable Object[] known =
                ofNodes.computeIfAbsent(column, _ -> new Object[outline.tree().size()]);
        if (known[node] == null)
            known[node] = ProfileColumn.inRow(columns.get(column).at(outline, node));
        return known[node];
    }

    private Profile load() throws IOException {
        try (OpenSources.Use use = OpenSources.use(part.run().reopening())) {
            profile =
                    use.source()
                            .load(
                                    part.slice()
                                            .withContexts(Selection.of(part.contexts().toArray())));
        }
        for (int i = 0; i < cells.length; i++)
            if (columns.get(i) == ProfileColumn.RUN)
                cells[i] = ProfileColumn.inRow(part.run().name());
        return profile;
    }

    @Override
    public InternalRow get() {
        return row;
    }

    @Override
    public void close() {
        profile = null;
    }
}
