package treeline.record.agent;

import org.jspecify.annotations.Nullable;

import treeline.record.mpi.Mpi;

import java.lang.instrument.Instrumentation;
import java.util.List;

/// Records a program without changing it: `java
/// -javaagent:treeline-record.jar=include=com.acme.**`.
///
/// With the command line the agent fails fast: what is wrong with an option is reported and the JVM
/// ends with exit code 2, before the program began. Attached to a running program it only reports,
/// and the program goes on.
public final class RecordAgent {
    private static final int WRONG_USE = 2;

    /// The usual MPI binding of Java, which initialises MPI itself.
    private static final String BINDING = "mpi.MPI";

    private static volatile @Nullable Session session;

    private RecordAgent() {}

    /// Called by the JVM before the program.
    public static void premain(@Nullable String options, Instrumentation jvm) {
        try {
            install(options, jvm);
        } catch (RuntimeException wrong) {
            System.err.println("treeline: " + wrong.getMessage());
            System.exit(WRONG_USE);
        }
    }

    /// Called by the JVM when the agent is attached to a running program.
    ///
    /// @throws IllegalArgumentException if an option is wrong
    public static void agentmain(@Nullable String options, Instrumentation jvm) {
        try {
            install(options, jvm);
        } catch (RuntimeException wrong) {
            System.err.println("treeline: " + wrong.getMessage());
            throw wrong;
        }
    }

    private static synchronized void install(@Nullable String text, Instrumentation jvm) {
        if (session != null)
            throw new IllegalStateException("the agent already records this program");
        AgentOptions options = aroundBinding(AgentOptions.parse(text == null ? "" : text));
        var tally = new InstrumentationTally();
        var begun = new Session(options, tally);
        if (options.start().isEmpty()) {
            begun.begin();
            if (!begun.isRecording()) return;
        }
        session = begun;
        Runtime.getRuntime().addShutdownHook(new Thread(begun::endWithJvm, "treeline end"));
        new LoadedClasses(jvm, options, tally).watch();
    }

    /// A program with a binding calls `MPI_Init` and `MPI_Finalize` itself; the recorder can only
    /// talk to other ranks in between.
    private static AgentOptions aroundBinding(AgentOptions options) {
        boolean launched = options.mpi().orElseGet(Mpi::isLaunched);
        if (!launched || !options.start().isEmpty() || !options.stop().isEmpty()) return options;
        String file = BINDING.replace('.', '/') + ".class";
        if (ClassLoader.getSystemResource(file) == null) return options;
        return options.during(
                List.of(
                        MethodPattern.of(BINDING + "#Init"),
                        MethodPattern.of(BINDING + "#InitThread")),
                List.of(MethodPattern.of(BINDING + "#Finalize")));
    }

    /// Called by the method after which the recording begins. Never throws into the program.
    public static void start() {
        Session begun = session;
        if (begun == null) return;
        try {
            begun.begin();
        } catch (RuntimeException failed) {
            System.err.println("treeline: nothing is recorded: " + failed.getMessage());
        }
    }

    /// Called by the method before which the recording ends.
    public static void stop() {
        Session begun = session;
        if (begun != null) begun.end();
    }
}
