package treeline.source.trace;

import java.util.List;

/// A communicator, or the team of threads of a parallel region.
///
/// @param name empty if the trace has none
/// @param members contexts in the order of their ranks within the group
public record ProcessGroup(String name, List<Integer> members) {
    public ProcessGroup {
        members = List.copyOf(members);
    }
}
