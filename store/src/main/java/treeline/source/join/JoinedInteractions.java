package treeline.source.join;

import treeline.source.trace.Interactions;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.Traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The interactions of sources that are read as one, with the contexts, nodes, groups and clock of
/// the joined run. Groups of equal name and members are one group.
record JoinedInteractions(List<Part> parts, List<ProcessGroup> groups) implements Interactions {
    /// Those of one source, and their places in the joined run. Contexts that are not in it have a
    /// negative place.
    private static final class Part implements Operations.Mapping {
        private final Interactions interactions;
        private final int[] contextAt;
        private final int[] nodeAt;
        private final int[] groupAt;
        private final long laterNanos;

        Part(
                Interactions interactions,
                int[] contextAt,
                int[] nodeAt,
                int[] groupAt,
                long laterNanos) {
            this.interactions = interactions;
            this.contextAt = contextAt;
            this.nodeAt = nodeAt;
            this.groupAt = groupAt;
            this.laterNanos = laterNanos;
        }

        @Override
        public int node(int node) {
            return nodeAt[node];
        }

        @Override
        public int context(int context) {
            return contextAt[context];
        }

        @Override
        public int group(int group) {
            return groupAt[group];
        }

        @Override
        public long nanos(long nanos) {
            return nanos + laterNanos;
        }
    }

    static Interactions of(List<Traces> traces, int[][] contextAt, int[][] nodeAt, long origin) {
        if (traces.stream().allMatch(each -> !each.interactions().isRecorded()))
            return Interactions.NONE;
        List<ProcessGroup> groups = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        for (int s = 0; s < traces.size(); s++) {
            int[] places = contextAt[s];
            Interactions mine = traces.get(s).interactions();
            int[] groupAt = new int[mine.groups().size()];
            for (int g = 0; g < groupAt.length; g++) {
                ProcessGroup group = mine.groups().get(g);
                var joined =
                        new ProcessGroup(
                                group.name(),
                                group.members().stream().map(each -> places[each]).toList());
                groupAt[g] = groups.indexOf(joined);
                if (groupAt[g] >= 0) continue;
                groupAt[g] = groups.size();
                groups.add(joined);
            }
            parts.add(
                    new Part(
                            mine,
                            places,
                            nodeAt[s],
                            groupAt,
                            traces.get(s).originNanos() - origin));
        }
        return new JoinedInteractions(parts, List.copyOf(groups));
    }

    /// Those of the first source that has any for the context.
    @Override
    public Operations of(int context) {
        for (Part part : parts) {
            int mine = indexOf(part.contextAt, context);
            if (mine < 0) continue;
            Operations operations = part.interactions.of(mine);
            if (operations.size() > 0) return operations.mapped(part);
        }
        return Operations.NONE;
    }

    private static int indexOf(int[] contextAt, int context) {
        return Arrays.stream(contextAt).boxed().toList().indexOf(context);
    }
}
