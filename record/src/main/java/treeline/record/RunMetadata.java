package treeline.record;

import treeline.model.Metadata;
import treeline.record.ranks.Communicator;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.List;

/// Metadata that the recorder determines by itself, in addition to the keys set by the program.
final class RunMetadata {
    private static final List<String> SCHEDULER_VARIABLES =
            List.of(
                    "SLURM_JOB_ID",
                    "SLURM_JOB_NAME",
                    "SLURM_JOB_PARTITION",
                    "SLURM_JOB_NUM_NODES",
                    "SLURM_NTASKS",
                    "PBS_JOBID",
                    "PBS_JOBNAME",
                    "PBS_QUEUE",
                    "LSB_JOBID",
                    "LSB_JOBNAME",
                    "LSB_QUEUE");

    private RunMetadata() {}

    /// Keys of the program win over facts of the same name.
    static Metadata of(RecorderOptions options, Communicator ranks, Instant start) {
        Metadata facts =
                Metadata.NONE
                        .with("ranks", ranks.size())
                        .with("start", start.toString())
                        .with("host", host())
                        .with("cores", Runtime.getRuntime().availableProcessors())
                        .with(
                                "os",
                                System.getProperty("os.name") + " " + System.getProperty("os.arch"))
                        .with("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
        if (!ranks.library().isEmpty()) facts = facts.with("mpi", ranks.library());
        if (options.commandLine()) facts = facts.with("command", commandLine());
        for (String variable : SCHEDULER_VARIABLES) {
            String text = System.getenv(variable);
            if (text != null && !text.isBlank()) facts = facts.with(variable, text);
        }
        for (String key : options.metadata().keys())
            facts = facts.with(key, options.metadata().get(key).orElseThrow());
        return facts;
    }

    static String host() {
        String named = System.getenv("HOSTNAME");
        if (named != null && !named.isBlank()) return named;
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "unknown";
        }
    }

    private static String commandLine() {
        String command =
                ProcessHandle.current()
                        .info()
                        .commandLine()
                        .orElse(System.getProperty("sun.java.command", "unknown"));
        return withoutClassPath(command, System.getProperty("java.class.path", ""));
    }

    /// The class path may be longer than the recording, and is the same from run to run.
    static String withoutClassPath(String command, String classPath) {
        return classPath.isBlank() || !command.contains(" " + classPath + " ")
                ? command
                : command.replace(" " + classPath + " ", " ... ");
    }
}
