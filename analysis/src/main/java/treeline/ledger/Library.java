package treeline.ledger;

import treeline.model.CallTree;
import treeline.model.Frame;

import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/// Libraries and runtimes whose calls are recognised by name, so that their internals can be
/// hidden.
public enum Library {
    MPI(Families.MPI),
    OPENMP(
            "(?:GOMP|gomp|omp|kmp|kmpc)_\\w.*|__kmp\\w+.*|(?:\\w+::)?__kmp\\w+.*"
                    + "|kmp_\\w*flag\\w*.*"),
    CUDA("(?:cu|cuda|__cuda)[A-Z]\\w*.*"),
    HIP("(?:hip|__hip)[A-Z]\\w*.*|hsa_\\w+"),
    LEVELZERO("ze[ts]?[A-Z]\\w*"),
    OPENCL("cl[A-Z]\\w*"),
    SHMEM(Families.SHMEM),
    NCCL(Families.NCCL);

    private static final Pattern IS_TEST = Pattern.compile("(?i)P?MPI_Test\\w*");
    private final Pattern names;

    Library(String names) {
        this.names = Pattern.compile(names, Pattern.DOTALL);
    }

    /// As users write it.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether a frame has a name of this library: one that programs call, or an inner one.
    public boolean owns(Frame frame) {
        return switch (frame.kind()) {
            case FUNCTION, REGION, OTHER -> owns(Families.bare(frame.name()));
            case LOOP, LINE, INSTRUCTION, KERNEL, THREAD -> false;
        };
    }

    private boolean owns(String bare) {
        return names.matcher(bare).matches() && (this != MPI || MpiRoutines.isRoutine(bare));
    }

    /// The nodes of a tree that have a name of this library.
    public IntPredicate calls(CallTree tree) {
        return node -> owns(tree.frame(node));
    }

    /// A frame's name without what tools write around it: arguments, module, marks of compilers.
    public static String bareName(Frame frame) {
        return Families.bare(frame.name());
    }

    /// Whether an MPI call asks if operations have completed without waiting for them, such as
    /// `MPI_Testall`.
    public static boolean isTest(Frame frame) {
        return IS_TEST.matcher(bareName(frame)).matches();
    }

    /// Whether a device executes what such a call starts on a stream one after the other. Branches
    /// of a graph may run at the same time, and so may packets of a hardware queue, which is a
    /// stream in traces of AMD GPUs.
    public static boolean startsInOrder(Frame call) {
        return !call.name().contains("GraphLaunch") && !HIP.owns(call);
    }

    /// Whether any of them has a frame of this name.
    public static boolean anyOwns(Frame frame) {
        for (Library library : values()) if (library.owns(frame)) return true;
        return false;
    }

    /// Whether the program's own code starts here again, below a call of a library: tasks and
    /// outlined regions that a runtime invokes, and the kernels that it starts on a device.
    public static boolean isProgramAgain(Frame frame) {
        return frame.kind() == Frame.Kind.KERNEL
                || frame.name().startsWith("<gpu ")
                || Families.isProgramAgain(frame);
    }
}
