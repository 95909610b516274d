package treeline.numbers;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Outline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What a run does at each node, decided once in one pass. The first of these counts:
///
/// 1. a name that the user calls waiting;
/// 2. the node's own tag, where it names an activity (`COMM`, `WAIT`, `IO`, `COMP`, `GPU`);
/// 3. the caller's activity, unless it is computation: what an MPI call does inside is part of it.
///    A task that a runtime runs inside of a barrier is the program again;
/// 4. the frame's name or kind;
/// 5. computation.
public final class Activities {
    private static final String TAG = "tag";

    private final Activity[] byNode;

    private Activities(Activity[] byNode) {
        this.byNode = byNode;
    }

    public static Activities of(Outline outline) {
        return of(outline, List.of());
    }

    /// With names that the user adds.
    ///
    /// @param ownWaiting whole names of frames that wait, which no table of names can know: those
    ///   of the program itself
    public static Activities of(Outline outline, List<Pattern> ownWaiting) {
        return new Activities(
                new Decision(outline.tree(), tags(outline), List.copyOf(ownWaiting)).byNode());
    }

    private static @Nullable Label tags(Outline outline) {
        for (Label label : outline.labels()) if (label.name().equals(TAG)) return label;
        return null;
    }

    public Activity of(int node) {
        return byNode[node];
    }

    /// Whether a rank may be waiting for others at this node, see [Activity#isWaiting].
    public boolean isWaiting(int node) {
        return byNode[node].isWaiting();
    }

    /// Frames and tags are many fewer than nodes, so each is looked at once.
    private static final class Decision {
        private final CallTree tree;
        private final @Nullable Label tags;
        private final Map<String, Activity> byTag = new HashMap<>();
        private final @Nullable Activity[] byFrame;
        private final boolean[] ownWait;
        private final boolean[] programAgain;

        Decision(CallTree tree, @Nullable Label tags, List<Pattern> ownWaiting) {
            this.tree = tree;
            this.tags = tags;
            int frames = tree.frames().size();
            this.byFrame = new Activity[frames];
            this.ownWait = new boolean[frames];
            this.programAgain = new boolean[frames];
            Predicate<Frame> own =
                    frame ->
                            ownWaiting.stream()
                                    .anyMatch(name -> name.matcher(frame.name()).matches());
            for (int i = 0; i < frames; i++) {
                Frame frame = tree.frames().get(i);
                ownWait[i] = own.test(frame);
                programAgain[i] = ActivityNames.isProgramAgain(frame);
                if (!programAgain[i]) byFrame[i] = ActivityNames.of(frame).orElse(null);
            }
            if (tags == null) return;
            for (String tag : tags.values())
                ActivityNames.ofTag(tag).ifPresent(activity -> byTag.put(tag, activity));
        }

        Activity[] byNode() {
            Activity[] decided = new Activity[tree.size()];
            for (int node = 0; node < decided.length; node++) {
                int caller = tree.parent(node);
                decided[node] =
                        of(
                                node,
                                caller == CallTree.NO_PARENT
                                        ? Activity.COMPUTATION
                                        : decided[caller]);
            }
            return decided;
        }

        private Activity of(int node, Activity caller) {
            int frame = tree.frameIndex(node);
            if (ownWait[frame]) return Activity.SYNCHRONISATION;
            Activity tagged = tags == null ? null : byTag.get(tags.at(node));
            if (tagged != null) return tagged;
            boolean goesOn = caller == Activity.SYNCHRONISATION && programAgain[frame];
            if (caller != Activity.COMPUTATION && !goesOn) return caller;
            Activity named = byFrame[frame];
            return named == null ? Activity.COMPUTATION : named;
        }
    }
}
