package treeline.ledger;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Outline;
import treeline.pattern.UserPattern;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The account of each node, decided once in one pass. The first rule that applies decides:
///
/// 1. a name that the user declared as waiting;
/// 2. the node's own tag, if it names an account (`COMM`, `WAIT`, `IO`, `COMP`, `GPU`);
/// 3. a wait or I/O event that a JVM recorded at the node;
/// 4. the name of what a device runs, whoever launched it;
/// 5. the caller's operation, unless it is computation: code inside an MPI call is part of the
///    call. A task that a runtime executes inside a barrier is user code again;
/// 6. the frame's name or kind;
/// 7. computation.
public final class Accounts implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String TAG = "tag";

    private final Operation[] byNode;

    private Accounts(Decision decision) {
        this.byNode = decision.operations();
    }

    public static Accounts of(Outline outline) {
        return of(outline, List.of());
    }

    /// With names that the user adds.
    ///
    /// @param ownWaiting whole names of frames that wait, which no table of names can know: those
    ///   of the program itself
    public static Accounts of(Outline outline, List<UserPattern> ownWaiting) {
        return new Accounts(new Decision(outline.tree(), tags(outline), List.copyOf(ownWaiting)));
    }

    private static @Nullable Label tags(Outline outline) {
        for (Label label : outline.labels()) if (label.name().equals(TAG)) return label;
        return null;
    }

    public Account of(int node) {
        return byNode[node].account();
    }

    /// The outermost operation of a library at or above a node: what MPI calls inside is part of
    /// the call of MPI. The program's own code in a parallel region of OpenMP is its work, until
    /// something else is called. A name below a tag of the same kind says more than the tag.
    public Operation operation(int node) {
        return byNode[node];
    }

    /// Whether a rank may be waiting for others at this node, see [Account#isWaiting].
    public boolean isWaiting(int node) {
        return of(node).isWaiting();
    }

    /// A cached decision per frame and tag, because there are far fewer frames and tags than nodes.
    private static final class Decision {
        private final CallTree tree;
        private final @Nullable Label tags;
        private final Map<String, Operation> byTag = new HashMap<>();
        private final @Nullable Operation[] byFrame;
        private final @Nullable Operation[] byEvent;
        private final boolean[] ownWait;
        private final boolean[] programAgain;
        private final boolean[] operator;
        private final boolean[] copy;
        private final boolean[] framework;
        private final boolean[] launches;

        /// Whether regions are annotations in the trace of a framework for machine learning. Those
        /// mark a time span; instrumented regions of other programs are code.
        private final boolean annotated;

        Decision(CallTree tree, @Nullable Label tags, List<UserPattern> ownWaiting) {
            this.tree = tree;
            this.tags = tags;
            int frames = tree.frames().size();
            this.byFrame = new Operation[frames];
            this.byEvent = new Operation[frames];
            this.ownWait = new boolean[frames];
            this.programAgain = new boolean[frames];
            this.operator = new boolean[frames];
            this.copy = new boolean[frames];
            this.framework = new boolean[frames];
            Predicate<Frame> own =
                    frame -> ownWaiting.stream().anyMatch(name -> name.matches(frame.name()));
            for (int i = 0; i < frames; i++) {
                Frame frame = tree.frames().get(i);
                byEvent[i] = Families.ofJvmEvent(frame).orElse(null);
                ownWait[i] = own.test(frame);
                programAgain[i] = Families.isProgramAgain(frame);
                operator[i] = Families.isOperator(frame);
                copy[i] = Families.isCopy(frame);
                framework[i] = Families.isFramework(frame);
                byFrame[i] =
                        programAgain[i] ? Operation.OPENMP_WORK : Families.of(frame).orElse(null);
            }
            this.launches = launches();
            this.annotated = tree.frames().stream().anyMatch(Families::isTracedOperator);
            if (tags == null) return;
            for (String tag : tags.values())
                Families.ofTag(tag).ifPresent(named -> byTag.put(tag, named));
        }

        /// Of each node whether the host calls a device at or below it.
        private boolean[] launches() {
            boolean[] launches = new boolean[tree.size()];
            for (int node = launches.length - 1; node >= 0; node--) {
                Operation named = byFrame[tree.frameIndex(node)];
                launches[node] |= named != null && isDeviceCall(named);
                int caller = tree.parent(node);
                if (caller != CallTree.NO_PARENT) launches[caller] |= launches[node];
            }
            return launches;
        }

        private static boolean isDeviceCall(Operation operation) {
            return operation.major() == Operation.Major.GPU && operation != Operation.GPU_KERNEL;
        }

        private @Nullable Operation tagged(int node) {
            return tags == null ? null : byTag.get(tags.at(node));
        }

        /// Callers first: what a node does depends on what its caller does.
        Operation[] operations() {
            var decided = new Operation[tree.size()];
            for (int node = 0; node < decided.length; node++) {
                int caller = tree.parent(node);
                Operation above =
                        caller == CallTree.NO_PARENT ? Operation.COMPUTATION : decided[caller];
                decided[node] = operation(node, above);
            }
            return decided;
        }

        private Operation operation(int node, Operation caller) {
            int frame = tree.frameIndex(node);
            Operation named = byFrame[frame];
            if (ownWait[frame]) return Operation.TAGGED_WAITING;
            Operation tagged = tagged(node);
            if (tagged != null) return refined(tagged, named);
            Operation event = byEvent[frame];
            if (event != null) return event;
            if (named != null && tree.frames().get(frame).kind() == Frame.Kind.KERNEL) return named;
            boolean goesOn = caller == Operation.OPENMP_WAIT && programAgain[frame];
            if (caller.isTagged()) return refined(caller, named);
            if (!caller.isOpen() && !goesOn) return caller;
            if (named != null) return named;
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
        /// without a call of the device computes on the host, and so does a copy below such an
        /// operator.
        private boolean handsWorkToDevice(int node, Operation caller) {
            int parent = tree.parent(node);
            boolean inOperator =
                    caller == Operation.GPU_OPERATORS
                            && operator[tree.frameIndex(parent)]
                            && operator[tree.frameIndex(node)]
                            && !copy[tree.frameIndex(node)];
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
        private static Operation refined(Operation tag, @Nullable Operation named) {
            if (named == null) return tag;
            Account account = named.account();
            boolean same =
                    switch (tag) {
                        case TAGGED_COMMUNICATION, TAGGED_WAITING ->
                                account.isWaiting() || account == Account.DEVICE_WAIT;
                        case TAGGED_FILES -> account == Account.IO;
                        case TAGGED_GPU -> account.isForDevice();
                        default -> false; // tags name no other operation
                    };
            return same ? named : tag;
        }
    }
}
