package treeline.store.trace;

import java.util.List;

/// A communicator in a trace file.
///
/// @param ordinal tells communicators of the same ranks apart; the first has 1
/// @param members world ranks, -1 for unknown ones
public record TraceGroup(String name, int ordinal, List<Integer> members) {
    public TraceGroup {
        members = List.copyOf(members);
    }
}
