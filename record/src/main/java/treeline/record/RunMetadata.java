package treeline.record;

import treeline.model.Metadata;
import treeline.record.ranks.Communicator;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

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

    /// A key that has the same name under every batch system, with the variables to try.
    private record JobKey(String key, List<String> variables) {}

    /// The native recorder has the same table. `numhosts`, `hostlist` and `cluster` are Adiak's
    /// names.
    private static final List<JobKey> JOB_KEYS =
            List.of(
                    new JobKey(
                            "job",
                            List.of(
                                    "SLURM_JOB_ID",
                                    "PBS_JOBID",
                                    "LSB_JOBID",
                                    "FLUX_JOB_ID",
                                    "COBALT_JOBID")),
                    new JobKey(
                            "numhosts",
                            List.of("SLURM_JOB_NUM_NODES", "PBS_NUM_NODES", "FLUX_JOB_NNODES")),
                    new JobKey(
                            "hostlist",
                            List.of("SLURM_JOB_NODELIST", "LSB_HOSTS", "COBALT_PARTNAME")),
                    new JobKey("cluster", List.of("SLURM_CLUSTER_NAME")),
                    new JobKey("modules", List.of("LOADEDMODULES")));

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
        facts = withJob(facts, System.getenv());
        for (String key : options.metadata().keys())
            facts = facts.with(key, options.metadata().get(key).orElseThrow());
        return facts;
    }

    static Metadata withJob(Metadata facts, Map<String, String> environment) {
        for (String variable : SCHEDULER_VARIABLES) {
            String text = environment.getOrDefault(variable, "");
            if (!text.isBlank()) facts = facts.with(variable, text);
        }
        for (JobKey job : JOB_KEYS) {
            String text = first(job.variables, environment);
            if (job.key.equals("numhosts") && text.matches("[0-9]{1,9}"))
                facts = facts.with(job.key, Integer.parseInt(text));
            else if (!text.isEmpty()) facts = facts.with(job.key, text);
        }
        return facts;
    }

    private static String first(List<String> variables, Map<String, String> environment) {
        for (String variable : variables) {
            String text = environment.getOrDefault(variable, "");
            if (!text.isBlank()) return text;
        }
        return "";
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
