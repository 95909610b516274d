package treeline.record;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// The open events of a thread, outermost first. It can be passed to the thread of a task, see
/// [Recorder#attached].
record CallPath(RankEvents rank, List<Step> steps, int repetition) {

    record Step(String name, @Nullable Loop loop, boolean common) {}
}
