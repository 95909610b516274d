package treeline.numbers.activity;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Outline;
import treeline.numbers.activity.ActivityNames.Named;
import treeline.pattern.UserPattern;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The activity of each node, classified once in one pass. The first rule that applies decides:
///
/// 1. a name that the user declared as waiting;
/// 2. the node's own tag, if it names an activity (`COMM`, `WAIT`, `IO`, `COMP`, `GPU`);
/// 3. a wait or I/O event that a JVM recorded at the node;
/// 4. the caller's activity, unless it is computation: code inside an MPI call is part of the call.
///    A task that a runtime executes inside a barrier is user code again;
/// 5. the frame's name or kind;
/// 6. computation.
public final class Activities implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String TAG = "tag";

    private final Activity[] byNode;
    private final Operation[] operations;

    private Activities(Decision decision) {
        this.byNode = decision.byNode();
        this.operations = decision.operations();
    }

    public static Activities of(Outline outline) {
        return of(outline, List.of());
    }

    /// With names that the user adds.
    ///
    /// @param ownWaiting whole names of frames that wait, which no table of names can know: those
    ///   of the program itself
    public static Activities of(Outline outline, List<UserPattern> ownWaiting) {
        return new Activities(new Decision(outline.tree(), tags(outline), List.copyOf(ownWaiting)));
    }

    private static @Nullable Label tags(Outline outline) {
        for (Label label : outline.labels()) if (label.name().equals(TAG)) return label;
        return null;
    }

    public Activity of(int node) {
        return byNode[node];
    }

    /// The outermost operation of a library at or above a node: what MPI calls inside is part of
    /// the call of MPI. The program's own code in a parallel region of OpenMP is its work, until
    /// something else is called. A name below a tag of the same kind says more than the tag.
    public Operation operation(int node) {
        return operations[node];
    }

    /// Whether a rank may be waiting for others at this node, see [Activity#isWaiting].
    public boolean isWaiting(int node) {
        return byNode[node].isWaiting();
    }

    /// A cached decision per frame and tag, because there are far fewer frames and tags than nodes.
    private static final class Decision {
        private static final Named WORK = new Named(Activity.COMPUTATION, Operation.OPENMP_WORK);

        private final CallTree tree;
        private final @Nullable Label tags;
        private final Map<String, Named> byTag = new HashMap<>();
        private final @Nullable Named[] byFrame;
        private final @Nullable Named[] byEvent;
        private final boolean[] ownWait;
        private final boolean[] programAgain;
        private final boolean[] operator;
        private final boolean[] framework;
        private final boolean[] launches;

        /// Whether regions are annotations in the trace of a framework for machine learning. Those
        /// mark a time span; instrumented regions of other programs are code.
        private final boolean annotated;

        Decision(CallTree tree, @Nullable Label tags, List<UserPattern> ownWaiting) {
            this.tree = tree;
            this.tags = tags;
            int frames = tree.frames().size();
            this.byFrame = new Named[frames];
            this.byEvent = new Named[frames];
            this.ownWait = new boolean[frames];
            this.programAgain = new boolean[frames];
            this.operator = new boolean[frames];
            this.framework = new boolean[frames];
            Predicate<Frame> own =
                    frame -> ownWaiting.stream().anyMatch(name -> name.matches(frame.name()));
            for (int i = 0; i < frames; i++) {
                Frame frame = tree.frames().get(i);
                byEvent[i] = ActivityNames.ofJvmEvent(frame).orElse(null);
                ownWait[i] = own.test(frame);
                programAgain[i] = ActivityNames.isProgramAgain(frame);
                operator[i] = ActivityNames.isOperator(frame);
                framework[i] = ActivityNames.isFramework(frame);
                byFrame[i] = programAgain[i] ? WORK : ActivityNames.of(frame).orElse(null);
            }
            this.launches = launches();
            this.annotated = tree.frames().stream().anyMatch(ActivityNames::isTracedOperator);
            if (tags == null) return;
            for (String tag : tags.values())
                ActivityNames.ofTag(tag).ifPresent(named -> byTag.put(tag, named));
        }

        /// Of each node whether the host calls a device at or below it.
        private boolean[] launches() {
            boolean[] launches = new boolean[tree.size()];
            for (int node = launches.length - 1; node >= 0; node--) {
                Named named = byFrame[tree.frameIndex(node)];
                launches[node] |= named != null && isDeviceCall(named.operation());
                int caller = tree.parent(node);
                if (caller != CallTree.NO_PARENT) launches[caller] |= launches[node];
            }
            return launches;
        }

        private static boolean isDeviceCall(Operation operation) {
            return operation.major() == Operation.Major.GPU && operation != Operation.GPU_KERNEL;
        }

        private @Nullable Named tagged(int node) {
            return tags == null ? null : byTag.get(tags.at(node));
        }

        Activity[] byNode() {
            return callersFirst(new Activity[tree.size()], Activity.COMPUTATION, this::of);
        }

        /// What a node does, given what its caller does.
        private interface Rule<T> {
            T of(int node, T caller);
        }

        /// @param outside the caller of roots
        private <T> T[] callersFirst(T[] decided, T outside, Rule<T> rule) {
            for (int node = 0; node < decided.length; node++) {
                int caller = tree.parent(node);
                T above = caller == CallTree.NO_PARENT ? outside : decided[caller];
                decided[node] = rule.of(node, above);
            }
            return decided;
        }

        private Activity of(int node, Activity caller) {
            int frame = tree.frameIndex(node);
            if (ownWait[frame]) return Activity.SYNCHRONISATION;
            Named tagged = tagged(node);
            if (tagged != null) return tagged.activity();
            Named event = byEvent[frame];
            if (event != null) return event.activity();
            boolean goesOn = caller == Activity.SYNCHRONISATION && programAgain[frame];
            if (caller != Activity.COMPUTATION && !goesOn) return caller;
            Named named = byFrame[frame];
            return named == null ? Activity.COMPUTATION : named.activity();
        }

        Operation[] operations() {
            return callersFirst(new Operation[tree.size()], Operation.COMPUTATION, this::operation);
        }

        private Operation operation(int node, Operation caller) {
            int frame = tree.frameIndex(node);
            Named named = byFrame[frame];
            if (ownWait[frame]) return Operation.TAGGED_WAITING;
            Named tagged = tagged(node);
            if (tagged != null) return refined(tagged.operation(), named);
            Named event = byEvent[frame];
            if (event != null) return event.operation();
            boolean goesOn = caller == Operation.OPENMP_WAIT && programAgain[frame];
            if (caller.isTagged()) return refined(caller, named);
            if (!caller.isOpen() && !goesOn) return caller;
            if (named != null) return named.operation();
            if (framework[frame] && handsWorkToDevice(node, caller)) return Operation.GPU_OPERATORS;
            if (!isFunction(frame)) return caller;
            if (caller == Operation.OPENMP_OVERHEAD) return Operation.OPENMP_WORK;
            if (annotated && tree.frames().get(frame).kind() == Frame.Kind.REGION)
                return Operation.ANNOTATIONS;
            return switch (caller) {
                case ANNOTATIONS, GPU_OPERATORS -> Operation.COMPUTATION;
                default -> caller; // the program's own functions are what their caller is
            };
        }

        /// An operator that is part of one that calls a device belongs to that, too. An operator
        /// without a call of the device computes on the host.
        private boolean handsWorkToDevice(int node, Operation caller) {
            int parent = tree.parent(node);
            boolean inOperator =
                    caller == Operation.GPU_OPERATORS
                            && operator[tree.frameIndex(parent)]
                            && operator[tree.frameIndex(node)];
            return launches[node] || inOperator;
        }

        /// What the runtime calls that is not its own is the program.
        private boolean isFunction(int frame) {
            return switch (tree.frames().get(frame).kind()) {
                case FUNCTION, REGION -> true;
                case LOOP, LINE, INSTRUCTION, KERNEL, THREAD, OTHER -> false;
            };
        }

        /// The name where it is of the kind that the tag says.
        private static Operation refined(Operation tag, @Nullable Named named) {
            if (named == null) return tag;
            Operation.Major major = named.operation().major();
            boolean same =
                    switch (tag) {
                        case TAGGED_COMMUNICATION, TAGGED_WAITING -> named.activity().isWaiting();
                        case TAGGED_FILES -> named.activity() == Activity.FILES;
                        case TAGGED_GPU -> major == Operation.Major.GPU;
                        default -> false; // tags name no other operation
                    };
            return same ? named.operation() : tag;
        }
    }
}
