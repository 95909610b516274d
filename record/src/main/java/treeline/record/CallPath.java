package treeline.record;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// Where a thread is: the open events, outermost first. Carried to the thread of a task, see
/// [Recorder#attached].
record CallPath(RankEvents rank, List<Step> steps, int repetition) {

    record Step(String name, @Nullable Loop loop, boolean common) {}
}
