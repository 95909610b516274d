package treeline.ledger;

import treeline.model.Frame;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Known function names of libraries, runtimes and tools that do not compute. Names are compared
/// without arguments, module, location, and compiler or linker suffixes.
final class Families {
    /// What tools write around a name: `void f(int)`, `f [libc.so]`, `f_[j]`, `!$omp
    /// barrier @a.f:3`, `f@plt`, `f@@GLIBC_2.2.5`, `f.part.0`.
    private static final Pattern AROUND =
            Pattern.compile(
                    "^(?:void|bool|int) |\\(.*|(?:[ _]\\[[^\\[\\]]*\\])+$| @.*|@@?[\\w.]+(?=["
                            + " (]|$)|(?:\\.(?:cold|part|isra|constprop|lto_priv)(?:\\.\\d+)*)+(?=["
                            + " (]|$)",
                    Pattern.DOTALL);

    /// What the C library and the kernel write before the names of their functions.
    private static final String C = "_*(?:(?:GI|libc|new|x64_sys|sys)_+)*";

    /// MPI and its C++ binding.
    static final String MPI = "(?i:P?MPIX?_)\\w.*|MPI::\\w.*";

    static final String NCCL = "p?[nr]ccl[A-Z_]\\w*.*";

    /// OpenSHMEM, and the versions of NVIDIA, AMD and Intel for devices.
    static final String SHMEM = "(?:nv|roc_?|i)?p?shmemx?_\\w+";

    /// Collectives that have the same name in every library and as an operation of XLA:
    /// `all_reduce`, `allgather_into_tensor`, `reduce-scatter.3`, `all-gather-start`.
    private static final String COLLECTIVE =
            "(?i)(?:torch\\.distributed\\.|dist\\.)?"
                + "(?:all[-_]?reduce|all[-_]?gather|reduce[-_]?scatter|all[-_]?to[-_]?all"
                + "|collective[-_]?permute)(?:v|_?(?:base|tensors?|into_tensor|single|coalesced|object))?"
                + "_?(?:[-_](?:start|done))?(?:\\.\\d+)?";

    /// Message passing below machine learning: gloo, oneCCL, UCC, `torch.distributed` (c10d) and
    /// Horovod, as functions, operators and annotations (`gloo:all_reduce`).
    private static final String COLLECTIVE_LIBRARIES =
            "(?i:gloo|nccl|rccl|ucc|mpi|xccl|hccl|oneccl|ccl):\\w.*|(?:gloo|c10d|oneccl|ccl|horovod)::\\w.*"
                + "|c10d_functional::\\w.*|_c10d_functional::\\w.*|record_param_comms"
                + "|(?:one)?ccl[A-Z_]\\w*"
                + "|[Hh]orovod[A-Z_.]\\w*.*|(?:HOROVOD|NEGOTIATE|NCCL|GLOO|CCL)_[A-Z]{3}\\w*";

    /// Operators of PyTorch, JAX and TensorFlow: they do not compute themselves if they start work
    /// on a device.
    private static final Pattern OPERATOR =
            Pattern.compile(
                    "(?:aten|autograd|prims|torch|torchvision|torch_\\w+|xla|triton|inductor|tensorflow)::\\w.*|Optimizer\\.\\w+#.*|\\w+Backward\\d*|Torch-Compiled"
                        + " Region.*"
                        + "|CompiledFunction\\w*|Pjit\\w*.*|TF_\\w+|Tfrt\\w+.*|PjRt\\w+.*");

    /// Operators that only the profilers of frameworks record.
    private static final Pattern TRACED_OPERATOR =
            Pattern.compile("(?:aten|autograd)::\\w.*|Pjit\\w*.*");

    /// The code of frameworks around their operators, in Python: by name or by file.
    private static final Pattern MODULE = Pattern.compile("nn\\.Module: .*");

    private static final Pattern FRAMEWORK_FILE =
            Pattern.compile("(?:.*/)?(?:torch|jax|tensorflow|keras)/.*\\.py");

    /// PyTorch's annotation of a step of a loader whose data come from worker processes.
    private static final Pattern DATA_LOADER =
            Pattern.compile("enumerate\\(DataLoader\\)#_MultiProcessing\\w+\\.__next__");

    private static final Pattern COLLECTIVE_FILE =
            Pattern.compile("(?:.*/)?torch/distributed/distributed_c10d\\.py");

    private record Family(Pattern names, Operation operation) {
        static Family of(Operation operation, String... alternatives) {
            return new Family(Pattern.compile(String.join("|", alternatives)), operation);
        }

        private boolean isOfMpi() {
            return operation == Operation.MPI_MISCELLANEOUS;
        }

        /// Of MPI, the table of its routines decides.
        boolean has(String bare) {
            return names.matcher(bare).matches() && (!isOfMpi() || MpiRoutines.isRoutine(bare));
        }

        Operation of(String bare) {
            return isOfMpi() ? MpiRoutines.of(bare) : operation;
        }
    }

    /// The first that matches counts, so what is special comes first: MPI's files before MPI.
    private static final List<Family> FAMILIES =
            List.of(
                    Family.of(
                            Operation.FILES,
                            C + "(?:p?read|p?write)(?:v|64)?",
                            C + "f?(?:open(?:at)?|close|sync|datasync)(?:64)?",
                            C + "f(?:read|write)",
                            "_gfortran_st_(?:read|write|open|close|flush)\\w*",
                            "[{<]?method '(?:read|write|flush|close)\\w*' of '_io\\.\\w+'"
                                    + " objects[}>]?",
                            javaFiles()),
                    Family.of(
                            Operation.FILE_LIBRARIES,
                            "H5[A-Z]{1,2}[a-z]\\w*",
                            "(?:nc|ncmpi|nf|nf90|nfmpi|nf90mpi)_(?:open|create|close|redef|enddef|sync|i?put"
                                + "|i?get|bput|inq|def|wait|begin|end)\\w*",
                            "adios2?_\\w+|adios2::\\w.*"),
                    Family.of(
                            Operation.MPI_MISCELLANEOUS,
                            MPI,
                            "[{<]?method '\\w+' of 'mpi4py\\.MPI\\.\\w+' objects[}>]?"),
                    Family.of(
                            Operation.MPI_INSIDE,
                            "MPI(?:R|C|D|DI|DIG)_\\w+|(?:ompi|opal|psm2?)_\\w+"),
                    Family.of(
                            Operation.OTHER_COMMUNICATION,
                            NCCL,
                            SHMEM,
                            "(?:gasnet[a-z]?|gex)_\\w+",
                            "uc[cpt]_\\w+",
                            COLLECTIVE_LIBRARIES,
                            COLLECTIVE),
                    Family.of(
                            Operation.OPENMP_IDLE,
                            "(?i)OpenMP_\\w*idle\\w*(?:[ :].*)?", // TAU
                            "<omp idle>"),
                    Family.of(
                            Operation.OPENMP_WAIT,
                            "(?i)!\\$omp (?:(?:implicit |explicit |i)?barrier|taskwait)", // Score-P
                            "(?i)(?:implicit |explicit )?barrier|taskwait", // TAU, Caliper
                            "(?i)OpenMP_\\w*(?:barrier|wait)\\w*(?:[ :].*)?", // TAU
                            "<omp (?:barrier|task|mutex) wait>", // HPCToolkit
                            "(?:GOMP|gomp)_\\w*(?:barrier|taskwait|sem_wait|mutex_lock)\\w*", // GNU
                            "GOMP_critical_(?:name_)?start|omp_set_(?:nest_)?lock_{0,2}",
                            "(?:\\w+::)?__kmp\\w*(?:barrier|wait|suspend)\\w*(?:<.*)?", // LLVM,
                            // Intel
                            "__kmp_(?:acquire_\\w*lock\\w*|yield|x86_pause)",
                            "__kmpc_(?:critical|set_lock|set_nest_lock)\\w*",
                            "kmp_\\w*flag\\w*(?:<.*>)?::\\w*wait\\w*"),
                    Family.of(
                            Operation.OPENMP_WORK,
                            "<omp work>",
                            "(?i)!\\$omp"
                                + " (?:parallel|for|do|sections?|single|master|masked|task|taskloop"
                                + "|workshare|simd|critical|ordered|atomic)\\b.*",
                            "(?i)OpenMP_\\w*(?:region|task|loop|work|section|single|master)\\w*(?:["
                                    + " :].*)?"),
                    Family.of(
                            Operation.OPENMP_OVERHEAD,
                            "<omp overhead>|(?i:!\\$omp .*|OpenMP_\\w+(?:[ :].*)?)",
                            "(?:GOMP|gomp)_\\w+|__kmpc?_\\w+"),
                    Family.of(
                            Operation.WAITING,
                            C + "pthread_(?:cond_(?:timed|clock)?wait|(?:timed|clock)?join)\\w*",
                            C + "pthread_(?:barrier_wait|mutex_(?:timed|clock)?lock|spin_lock)\\w*",
                            C + "pthread_rwlock_(?:timed|clock)?(?:rd|wr)lock\\w*",
                            C + "(?:lll_lock_wait|(?:do_)?futex(?!_wake))\\w*",
                            C + "sem_(?:timed|clock)?wait\\w*|" + C + "wait(?:4|pid|id)",
                            C + "(?:(?:clock_)?nanosleep|u?sleep|sched_yield)(?:_nocancel)?",
                            C + "(?:p?poll|epoll_p?wait2?|p?select)(?:_nocancel)?",
                            "std::(?:_\\w+::)*(?:condition_variable\\w*::wait\\w*|thread::join"
                                    + "|mutex::lock|this_thread::(?:sleep\\w*|yield))(?:<.*)?"),
                    Family.of(
                            Operation.GPU_SYNCHRONISATION,
                            "<gpu sync>", // HPCToolkit
                            "(?:cu|cuda|hip)[A-Z]\\w*Synchronize(?:_\\w+)?",
                            "(?:cu|cuda|hip)StreamWaitEvent(?:_\\w+)?",
                            "clFinish|clWaitForEvents|ze[A-Z]\\w*Synchronize",
                            "hsa_signal_wait_\\w+|acc_wait\\w*"),
                    Family.of(
                            Operation.NO_ACTIVITY,
                            "<no activity>"), // HPCToolkit, and time windows of traces
                    Family.of(
                            Operation.PARKED,
                            // the thread that PyTorch's autograd thread works for
                            "<built-in method run_backward of torch\\._C\\._EngineBase object.*"),
                    Family.of(Operation.WAITING, java()),
                    Family.of(
                            Operation.WAITING,
                            "[{<]?built-in method time\\.sleep[}>]?|time\\.sleep",
                            "[{<]?method 'acquire' of '_thread\\.R?[Ll]ock' objects[}>]?"),
                    Family.of(
                            Operation.GPU_IMPLICIT_COPY,
                            "<gpu (?:page|unified)\\w*.*>|\\[CUDA Unified Memory memcpy \\w+\\]"),
                    Family.of(
                            Operation.GPU_EXPLICIT_COPY,
                            "<gpu copy(?:in|out)?>|\\[CUDA memcpy .*\\]|Mem[Cc]py"
                                    + " \\w+to\\w+", // CUPTI
                            "(?:cu|cuda|hip)Mem(?:cpy|Prefetch)\\w*",
                            "zeCommandListAppendMemoryCopy\\w*",
                            "clEnqueue(?:Read|Write|Copy|Map|Unmap|Migrate)\\w+"),
                    Family.of(
                            Operation.GPU_SET,
                            "<gpu memset>|\\[CUDA memset\\]|Mem[Ss]et|(?:cu|cuda|hip)Memset\\w*",
                            "zeCommandListAppendMemoryFill\\w*|clEnqueueFill\\w+"),
                    Family.of(
                            Operation.GPU_ALLOCATION,
                            "<gpu alloc>|(?:cuda|hip)(?:Malloc|HostAlloc|HostMalloc|HostRegister|ExtMalloc)\\w*",
                            "cuMem(?:Host)?(?:Alloc|Register)\\w*|zeMemAlloc\\w*|clCreateBuffer"),
                    Family.of(
                            Operation.GPU_DEALLOCATION,
                            "<gpu delete>|(?:cuda|hip)(?:Free|HostFree|HostUnregister)\\w*",
                            "cuMem(?:Host)?(?:Free|Unregister)\\w*|zeMemFree\\w*|clReleaseMemObject"),
                    Family.of(
                            Operation.GPU_LAUNCH,
                            "(?:cuda|cu|hip)\\w*Launch\\w*(?:<.*)?|clEnqueueNDRangeKernel",
                            "zeCommandListAppendLaunch\\w*|zeCommandQueueExecuteCommandLists"),
                    Family.of(Operation.GPU_KERNEL, "<gpu kernel>"),
                    Family.of(
                            Operation.GPU_OTHER,
                            "<gpu \\w+.*>|(?:cuda|hip)[A-Z]\\w*",
                            "cu(?:Init|Ctx|Mem|Module|Stream|Event|Device|Func|Link|Get|Library)[A-Z]?\\w*"));

    /// Inside of a barrier, runtimes run tasks of the program: there the waiting is over.
    private static final Pattern PROGRAM_AGAIN =
            Pattern.compile(
                    "__kmp_(?:execute_tasks|invoke_task|invoke_microtask)\\w*(?:<.*)?"
                            + "|gomp_barrier_handle_tasks|(?!OpenMP_).*\\._omp_fn\\.\\d+"
                            + "|(?!OpenMP_)[\\w.:~<>, ]+\\.omp_outlined\\W?.*|L_\\w+__par_\\w+"
                            + "|\\.?_*omp_(?:outlined|task_entry)\\W?.*"
                            + "|!\\$omp task(?: untied)?|<omp (?:expl|impl) task>",
                    Pattern.DOTALL);

    private Families() {}

    private static final String METHOD = "(?:[.#]|:+\\.?)";

    private static String javaFiles() {
        return "(?:java\\.base(?:@[\\w.+-]+)?/)?(?:"
                + ("java[./]io[./](?:File(?:In|Out)putStream|RandomAccessFile)" + METHOD + "\\w+|")
                + ("java[./]nio[./]file[./]Files" + METHOD + "\\w+|")
                + ("sun[./]nio[./]ch[./](?:FileChannelImpl|\\w*FileDispatcherImpl)"
                        + METHOD
                        + "\\w+)");
    }

    /// Methods as `java.lang.Object.wait`, `java.base@25/java.lang.Object.wait`,
    /// `java/lang/Object.wait` and `java/lang/Object:.wait` name them.
    private static String[] java() {
        String util = "java[./]util[./]concurrent[./]";
        return new String[] {
            "(?:java\\.base(?:@[\\w.+-]+)?/)?(?:"
                    + ("(?:jdk[./]internal|sun)[./]misc[./]Unsafe" + METHOD + "park\\w*|")
                    + (util + "locks[./]LockSupport" + METHOD + "park\\w*|")
                    + (util + "(?:CountDownLatch|CyclicBarrier)" + METHOD + "await|")
                    + (util + "CompletableFuture" + METHOD + "join|")
                    + ("java[./]lang[./]Object" + METHOD + "wait\\w*|")
                    + ("java[./]lang[./]Thread" + METHOD + "(?:sleep\\w*|join|yield0?))")
        };
    }

    /// A line of Java with the event that JDK Flight Recorder measured there, as the reader of its
    /// recordings names it.
    private static final Pattern JVM_EVENT =
            Pattern.compile(
                    "(?:line \\d+ )?\\((monitor|waits|parked|asleep|file|socket)\\b.*\\)",
                    Pattern.DOTALL);

    /// A wait or I/O that a JVM recorded as an event at this frame.
    static Optional<Operation> ofJvmEvent(Frame frame) {
        Matcher event = JVM_EVENT.matcher(frame.name());
        if (!event.matches()) return Optional.empty();
        return Optional.of(
                switch (event.group(1)) {
                    case "monitor" -> Operation.LOCKS;
                    case "file" -> Operation.FILES;
                    case "socket" -> Operation.SOCKETS;
                    default -> Operation.PARKED;
                });
    }

    /// What a frame does, by its name or kind; empty if both are ambiguous.
    static Optional<Operation> of(Frame frame) {
        String bare = bare(frame.name());
        boolean kernel = frame.kind() == Frame.Kind.KERNEL;
        if (COLLECTIVE_FILE.matcher(frame.file()).matches())
            return Optional.of(Operation.OTHER_COMMUNICATION);
        if (DATA_LOADER.matcher(frame.name()).matches()) return Optional.of(Operation.DATA_LOADER);
        for (Family family : FAMILIES)
            if (family.has(bare)) {
                Operation named = family.of(bare);
                return Optional.of(kernel && isWork(named) ? onDevice(named) : named);
            }
        return kernel ? Optional.of(Operation.GPU_KERNEL) : Optional.empty();
    }

    /// Whether the name may be that of a kernel, too.
    private static boolean isWork(Operation named) {
        Account account = named.account();
        return account == Account.COMPUTATION
                || (account.isForDevice() && account != Account.DEVICE_WAIT);
    }

    /// A device copies, sets or runs a kernel, whatever the name of that.
    private static Operation onDevice(Operation operation) {
        return switch (operation) {
            case GPU_EXPLICIT_COPY, GPU_IMPLICIT_COPY, GPU_SET -> operation;
            default -> Operation.GPU_KERNEL; // a kernel may have any name
        };
    }

    /// What compilers make of parallel regions, behind the arguments of the function that they are
    /// in: `f(int) [clone ._omp_fn.0]`, `f(int) (.omp_outlined)`.
    private static final Pattern OUTLINED =
            Pattern.compile("[\\[(](?:clone )?\\.(?:_omp_fn|omp_outlined)\\b[\\w.]*[\\])]");

    /// Whether a runtime goes back to the program's own code here.
    static boolean isProgramAgain(Frame frame) {
        return OUTLINED.matcher(frame.name()).find()
                || PROGRAM_AGAIN.matcher(bare(frame.name())).matches();
    }

    /// Whether an operator moves data. Without a call of a device, it does so on the host.
    static boolean isCopy(Frame frame) {
        return frame.name().equals("aten::copy_");
    }

    /// Whether a framework for machine learning hands work to a device here, if calls of the device
    /// are below.
    static boolean isOperator(Frame frame) {
        return OPERATOR.matcher(bare(frame.name())).matches();
    }

    /// Whether the profiler of a framework for machine learning recorded it.
    static boolean isTracedOperator(Frame frame) {
        return TRACED_OPERATOR.matcher(frame.name()).matches();
    }

    /// Whether it is code of such a framework, operators or what surrounds them.
    static boolean isFramework(Frame frame) {
        return isOperator(frame)
                || MODULE.matcher(frame.name()).matches()
                || FRAMEWORK_FILE.matcher(frame.file()).matches();
    }

    /// What a tag says; nothing for tags that a program uses for something else.
    static Optional<Operation> ofTag(String tag) {
        return switch (tag.strip().toUpperCase(Locale.ROOT)) {
            case "COMM", "COMMUNICATION", "MPI" -> Optional.of(Operation.TAGGED_COMMUNICATION);
            case "WAIT", "WAITING", "SYNC", "BARRIER", "IDLE" ->
                    Optional.of(Operation.TAGGED_WAITING);
            case "IO", "FILE", "FILES" -> Optional.of(Operation.TAGGED_FILES);
            case "COMP", "COMPUTE", "COMPUTATION" -> Optional.of(Operation.COMPUTATION);
            case "GPU", "KERNEL" -> Optional.of(Operation.TAGGED_GPU);
            default -> Optional.empty(); // tags are free text
        };
    }

    /// The name without what tools write around it.
    static String bare(String name) {
        return AROUND.matcher(name).replaceAll("").strip();
    }
}
