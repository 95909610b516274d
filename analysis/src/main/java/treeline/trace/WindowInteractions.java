package treeline.trace;

import treeline.source.trace.Interactions;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The operations of a time window: those whose calls overlap it, with times relative to its start.
///
/// @param contexts of the run, by their place in the window's outline, ascending
record WindowInteractions(Interactions whole, TimeWindow window, List<Integer> contexts)
        implements Interactions {

    static Interactions of(Interactions whole, TimeWindow window, int[] contexts) {
        return !whole.isRecorded()
                ? Interactions.NONE
                : new WindowInteractions(whole, window, Arrays.stream(contexts).boxed().toList());
    }

    /// Members without a trace are omitted.
    @Override
    public List<ProcessGroup> groups() {
        List<ProcessGroup> groups = new ArrayList<>();
        for (ProcessGroup group : whole.groups())
            groups.add(
                    new ProcessGroup(
                            group.name(),
                            group.members().stream()
                                    .map(contexts::indexOf)
                                    .filter(place -> place >= 0)
                                    .toList()));
        return groups;
    }

    @Override
    public Operations of(int context) {
        return whole.of(contexts.get(context))
                .filtered(
                        (operations, i) ->
                                operations.endNanos(i) > window.fromNanos()
                                        && operations.beginNanos(i) < window.toNanos())
                .mapped(
                        new Operations.Mapping() {
                            @Override
                            public int context(int each) {
                                return contexts.indexOf(each);
                            }

                            @Override
                            public long nanos(long nanos) {
                                return nanos - window.fromNanos();
                            }
                        });
    }
}
