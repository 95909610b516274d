package treeline.record.agent;

import org.jspecify.annotations.Nullable;

import treeline.record.events.RecorderMessage;
import treeline.record.mpi.Mpi;

import java.lang.instrument.Instrumentation;
import java.util.List;

/// Java agent that records a program without changing it: `java
/// -javaagent:treeline-record.jar=include=com.acme.**`.
///
/// On the command line the agent fails fast: an invalid option is reported, and the JVM exits with
/// code 2 before the program starts. If attached to a running program, it only reports the error.
public final class RecordAgent {
    private static final int WRONG_USE = 2;

    /// The most common Java binding of MPI, which initialises MPI itself.
    private static final String BINDING = "mpi.MPI";

    private static volatile @Nullable Session session;

    private RecordAgent() {}

    /// Entry point for `-javaagent`, called by the JVM before the program starts.
    public static void premain(@Nullable String options, Instrumentation jvm) {
        try {
            install(options, jvm);
        } catch (RuntimeException wrong) {
            RecorderMessage.print(wrong.getMessage());
            System.exit(WRONG_USE);
        }
    }

    /// Entry point for agents attached to a running program.
    ///
    /// @throws IllegalArgumentException if an option is invalid
    public static void agentmain(@Nullable String options, Instrumentation jvm) {
        try {
            install(options, jvm);
        } catch (RuntimeException wrong) {
            RecorderMessage.print(wrong.getMessage());
            throw wrong;
        }
    }

    private static synchronized void install(@Nullable String text, Instrumentation jvm) {
        if (session != null)
            throw new IllegalStateException("the agent is already recording this program");
        AgentOptions options = aroundBinding(AgentOptions.parse(text == null ? "" : text));
        var tally = new InstrumentationTally();
        var classes = new LoadedClasses(jvm, options, tally);
        var begun = new Session(options, tally, classes::remove);
        if (options.start().isEmpty()) {
            begun.begin();
            if (!begun.isRecording()) return;
        }
        session = begun;
        Runtime.getRuntime().addShutdownHook(new Thread(begun::endWithJvm, "treeline end"));
        classes.watch();
    }

    /// A program with an MPI binding calls `MPI_Init` and `MPI_Finalize` itself; the recorder can
    /// communicate only between the two.
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

    /// Called after the method that starts the recording. Never throws into the program.
    public static void start() {
        Session begun = session;
        if (begun == null) return;
        try {
            begun.begin();
        } catch (RuntimeException failed) {
            RecorderMessage.print("recording not started: " + failed.getMessage());
        }
    }

    /// Called before the method that ends the recording.
    public static void stop() {
        Session begun = session;
        if (begun != null) begun.end();
    }
}
