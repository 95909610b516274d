package treeline.numbers;

import treeline.model.Frame;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The names by which libraries, runtimes and tools of the field call what is not computation. A
/// name is compared without its arguments, module, place and the marks of compilers and linkers.
final class ActivityNames {
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

    private record Family(Pattern names, Activity activity) {
        static Family of(Activity activity, String... alternatives) {
            return new Family(Pattern.compile(String.join("|", alternatives)), activity);
        }
    }

    /// The first that matches counts, so what is special comes first: MPI's files before MPI.
    private static final List<Family> FAMILIES =
            List.of(
                    Family.of(
                            Activity.FILES,
                            "(?i)P?MPI_File_\\w.*",
                            C + "(?:p?read|p?write)(?:v|64)?",
                            C + "f?(?:open(?:at)?|close|sync|datasync)(?:64)?",
                            C + "f(?:read|write)"),
                    Family.of(
                            Activity.SYNCHRONISATION,
                            "(?i)P?MPI_(?:Barrier|(?:Wait|Test)(?:all|any|some)?|Test_cancelled"
                                    + "|(?:I|M|Im)?probe)(?:_f08(?:ts)?)?_{0,2}",
                            "p?shmem_\\w*(?:barrier|sync|wait|quiet|fence|test|lock)\\w*",
                            "(?:gasnet[a-z]?|gex)_\\w*(?i:barrier|wait)\\w*"),
                    Family.of(
                            Activity.COMMUNICATION,
                            "(?i)P?MPI_\\w.*",
                            "MPI::\\w.*", // its C++ binding
                            "MPI(?:R|C|D|DI|DIG)_\\w+|(?:ompi|opal|psm2?)_\\w+", // inside of MPI
                            "[{<]?method '\\w+' of 'mpi4py\\.MPI\\.\\w+' objects[}>]?",
                            "p?[nr]ccl[A-Z_]\\w*.*",
                            "p?shmem_\\w+",
                            "(?:gasnet[a-z]?|gex)_\\w+",
                            "uc[pt]_\\w+"),
                    Family.of(
                            Activity.SYNCHRONISATION,
                            "(?i)!\\$omp (?:(?:implicit |explicit |i)?barrier|taskwait)", // Score-P
                            "(?i)(?:implicit |explicit )?barrier|taskwait", // TAU, Caliper
                            "(?i)OpenMP_\\w*(?:barrier|wait|idle)\\w*(?:[ :].*)?", // TAU
                            "<omp (?:idle|(?:barrier|task|mutex) wait)>", // HPCToolkit
                            "<gpu sync>|<no activity>",
                            "(?:GOMP|gomp)_\\w*(?:barrier|taskwait|sem_wait|mutex_lock)\\w*", // GNU
                            "GOMP_critical_(?:name_)?start|omp_set_(?:nest_)?lock_{0,2}",
                            "(?:\\w+::)?__kmp\\w*(?:barrier|wait|suspend)\\w*(?:<.*)?", // LLVM,
                            // Intel
                            "__kmp_(?:acquire_\\w*lock\\w*|yield|x86_pause)",
                            "__kmpc_(?:critical|set_lock|set_nest_lock)\\w*",
                            "kmp_\\w*flag\\w*(?:<.*>)?::\\w*wait\\w*"),
                    Family.of(
                            Activity.SYNCHRONISATION,
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
                            Activity.SYNCHRONISATION,
                            "(?:cu|cuda|hip)[A-Z]\\w*Synchronize(?:_\\w+)?",
                            "(?:cu|cuda|hip)StreamWaitEvent(?:_\\w+)?",
                            "clFinish|clWaitForEvents|ze[A-Z]\\w*Synchronize",
                            "hsa_signal_wait_\\w+|acc_wait\\w*"),
                    Family.of(Activity.SYNCHRONISATION, java()),
                    Family.of(
                            Activity.SYNCHRONISATION,
                            "[{<]?built-in method time\\.sleep[}>]?|time\\.sleep",
                            "[{<]?method 'acquire' of '_thread\\.R?[Ll]ock' objects[}>]?"));

    /// Inside of a barrier, runtimes run tasks of the program: there the waiting is over.
    private static final Pattern PROGRAM_AGAIN =
            Pattern.compile(
                    "__kmp_(?:execute_tasks|invoke_task|invoke_microtask)\\w*(?:<.*)?"
                            + "|gomp_barrier_handle_tasks|(?!OpenMP_).*\\._omp_fn\\.\\d+"
                            + "|\\.?_*omp_(?:outlined|task_entry)\\W?.*"
                            + "|!\\$omp task(?: untied)?|<omp (?:expl|impl) task>",
                    Pattern.DOTALL);

    private ActivityNames() {}

    /// Methods as `java.lang.Object.wait`, `java.base@25/java.lang.Object.wait`,
    /// `java/lang/Object.wait` and `java/lang/Object:.wait` name them.
    private static String[] java() {
        String util = "java[./]util[./]concurrent[./]";
        String method = "(?:[.#]|:+\\.?)";
        return new String[] {
            "(?:java\\.base(?:@[\\w.+-]+)?/)?(?:"
                    + ("(?:jdk[./]internal|sun)[./]misc[./]Unsafe" + method + "park\\w*|")
                    + (util + "locks[./]LockSupport" + method + "park\\w*|")
                    + (util + "(?:CountDownLatch|CyclicBarrier)" + method + "await|")
                    + (util + "CompletableFuture" + method + "join|")
                    + ("java[./]lang[./]Object" + method + "wait\\w*|")
                    + ("java[./]lang[./]Thread" + method + "(?:sleep\\w*|join|yield0?))")
        };
    }

    /// What a frame does by its name or kind; nothing where both may stand for anything.
    static Optional<Activity> of(Frame frame) {
        String bare = bare(frame.name());
        for (Family family : FAMILIES)
            if (family.names().matcher(bare).matches()) return Optional.of(family.activity());
        return switch (frame.kind()) {
            case KERNEL -> Optional.of(Activity.KERNELS);
            case FUNCTION, REGION, LOOP, LINE, INSTRUCTION, THREAD, OTHER -> Optional.empty();
        };
    }

    /// Whether a runtime goes back to the program's own code here.
    static boolean isProgramAgain(Frame frame) {
        return PROGRAM_AGAIN.matcher(bare(frame.name())).matches();
    }

    /// What a tag says; nothing for tags that a program uses for something else.
    static Optional<Activity> ofTag(String tag) {
        return switch (tag.strip().toUpperCase(Locale.ROOT)) {
            case "COMM", "COMMUNICATION", "MPI" -> Optional.of(Activity.COMMUNICATION);
            case "WAIT", "WAITING", "SYNC", "BARRIER", "IDLE" ->
                    Optional.of(Activity.SYNCHRONISATION);
            case "IO", "FILE", "FILES" -> Optional.of(Activity.FILES);
            case "COMP", "COMPUTE", "COMPUTATION" -> Optional.of(Activity.COMPUTATION);
            case "GPU", "KERNEL" -> Optional.of(Activity.KERNELS);
            default -> Optional.empty(); // tags are free text
        };
    }

    /// The name without what tools write around it.
    static String bare(String name) {
        return AROUND.matcher(name).replaceAll("").strip();
    }
}
