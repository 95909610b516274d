package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Profiles;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.model.CallTree;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Hands the values of one profile after the other to a visitor, in the order of the file. Nothing
/// is kept, so runs of any size pass through the same few arrays.
public final class ValueStream {
    /// As many values as stay in the nearest cache while they are sorted out.
    private static final int BLOCK = 1024;

    private final ProfileIndex profiles;
    private final ContextTree tree;
    private final WantedNodes wanted;
    private final ReadReport.Log log;
    private final MemorySegment bytes;

    /// By metric id: the metric of the outline whose values these are, -1 for none.
    private final int[] plain;

    /// By metric id: the metric that is computed from these, -1 for none.
    private final int[] derived;

    private final int[] kept = new int[BLOCK];
    private final int[] metricOfKept = new int[BLOCK];
    private final Rest[] rests;
    private final boolean anyDerived;
    private final NodesOfValues nodes;

    public ValueStream(
            ProfileIndex profiles,
            ContextTree tree,
            WantedNodes wanted,
            ValueColumn[] columns,
            ReadReport.Log log) {
        this.profiles = profiles;
        this.tree = tree;
        this.wanted = wanted;
        this.log = log;
        this.bytes = profiles.file().bytes();
        this.plain = new int[1 << 16];
        this.derived = new int[1 << 16];
        this.rests = new Rest[columns.length];
        this.nodes = new NodesOfValues(profiles, tree);
        Arrays.fill(plain, -1);
        Arrays.fill(derived, -1);
        for (int metric = 0; metric < columns.length; metric++) {
            ValueColumn column = columns[metric];
            if (column == null) continue;
            if (!column.isDerived()) plain[column.id()] = metric;
            else {
                derived[column.id()] = metric;
                rests[metric] = new Rest(column);
            }
        }
        this.anyDerived = Arrays.stream(rests).anyMatch(java.util.Objects::nonNull);
    }

    public void visit(int profile, int context, Visitor visitor) {
        if (profiles.isDamaged(profile)) {
            log.lost("a profile is not in profile.db", "profile " + profile);
            return;
        }
        try {
            visitValues(profile, context, visitor);
        } catch (MalformedProfileException damaged) {
            log.lost("a damaged profile is left out", String.valueOf(damaged.getMessage()));
        }
        for (int metric = 0; metric < rests.length; metric++)
            if (rests[metric] != null) rests[metric].visit(context, metric, visitor);
    }

    private void visitValues(int profile, int context, Visitor visitor) {
        nodes.read(profile);
        if (anyDerived) restValues(profile);
        long first = profiles.values(profile);
        for (int from = 0; from < nodes.size(); from += BLOCK) {
            int count = keep(first, from, Math.min(nodes.size(), from + BLOCK));
            for (int i = 0; i < count; i++) {
                int value = kept[i];
                int node = nodes.node(value);
                if (wanted.contains(node))
                    visitor.value(
                            context,
                            node,
                            metricOfKept[i],
                            bytes.get(
                                    DatabaseFile.F64,
                                    first
                                            + (long) value * Profiles.VALUE_BYTES
                                            + Profiles.VALUE_AT));
            }
        }
    }

    /// Lists which values of a block are of a metric and node that are asked for. Which are, no
    /// processor can foresee, so every one is put down and counted only if it is to stay.
    private int keep(long first, int from, int to) {
        int count = 0;
        long at = first + (long) from * Profiles.VALUE_BYTES;
        for (int i = from; i < to; i++, at += Profiles.VALUE_BYTES) {
            int metric = plain[bytes.get(DatabaseFile.U16, at) & 0xffff];
            kept[count] = i;
            metricOfKept[count] = metric;
            count += ~(metric | nodes.node(i)) >>> 31; // 1 where neither is negative
        }
        return count;
    }

    private void restValues(int profile) {
        long at = profiles.values(profile);
        for (int i = 0; i < nodes.size(); i++, at += Profiles.VALUE_BYTES) {
            int metric = derived[bytes.get(DatabaseFile.U16, at) & 0xffff];
            if (nodes.node(i) >= 0 && metric >= 0)
                rests[metric].add(
                        nodes.node(i), bytes.get(DatabaseFile.F64, at + Profiles.VALUE_AT));
        }
    }

    /// What is left of the values of one metric when the children's are taken off.
    private final class Rest {
        private final ValueColumn column;
        private final double[] whole = new double[tree.tree().size()];
        private final double[] rest = new double[tree.tree().size()];
        private int[] touched = new int[1024];
        private int count;

        Rest(ValueColumn column) {
            this.column = column;
        }

        void add(int node, double value) {
            if (count == touched.length) touched = Arrays.copyOf(touched, 2 * count);
            touched[count++] = node;
            whole[node] = value;
            rest[node] += value;
            int parent = tree.tree().parent(node);
            if (parent != CallTree.NO_PARENT && column.isPartOfParent(node, tree))
                rest[parent] -= value;
        }

        void visit(int context, int metric, Visitor visitor) {
            for (int i = 0; i < count; i++) {
                int node = touched[i];
                if (wanted.contains(node) && Exclusive.isMore(rest[node], whole[node]))
                    visitor.value(context, node, metric, rest[node]);
            }
            for (int i = 0; i < count; i++) {
                rest[touched[i]] = 0;
                int parent = tree.tree().parent(touched[i]);
                if (parent != CallTree.NO_PARENT) rest[parent] = 0;
            }
            count = 0;
        }
    }

    /// Receives values one by one. Contexts, nodes and metrics are indexes in the outline of the
    /// source.
    public interface Visitor {
        void value(int context, int node, int metric, double value);
    }
}
