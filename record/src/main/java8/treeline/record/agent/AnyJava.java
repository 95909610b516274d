package treeline.record.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * The door of the agent, compiled for Java 8 so that any JVM can load it: an older one says in a
 * line that nothing is recorded, and the program runs. Without it the JVM would end with a stack
 * trace before the program began. Everything else is in {@code RecordAgent}.
 */
public final class AnyJava {
    private static final int NEEDED = 25;

    private AnyJava() {}

    /** Called by the JVM before the program. */
    public static void premain(String options, Instrumentation jvm) throws Exception {
        enter("premain", options, jvm);
    }

    /** Called by the JVM when the agent is attached to a running program. */
    public static void agentmain(String options, Instrumentation jvm) throws Exception {
        enter("agentmain", options, jvm);
    }

    private static void enter(String door, String options, Instrumentation jvm) throws Exception {
        if (feature(System.getProperty("java.specification.version")) < NEEDED) {
            System.err.printf(
                    "treeline: the agent requires Java %d, found %s; the program runs"
                            + " unrecorded%n",
                    NEEDED, System.getProperty("java.version"));
            return;
        }
        try {
            Class.forName("treeline.record.agent.RecordAgent")
                    .getMethod(door, String.class, Instrumentation.class)
                    .invoke(null, options, jvm);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof RuntimeException)
                throw (RuntimeException) failed.getCause();
            throw failed;
        }
    }

    /** 8 for "1.8", 17 for "17". */
    static int feature(String specification) {
        return Integer.parseInt(
                specification.startsWith("1.") ? specification.substring(2) : specification);
    }
}
