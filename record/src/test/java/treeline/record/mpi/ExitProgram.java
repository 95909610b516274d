package treeline.record.mpi;

import treeline.record.Event;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.ranks.Communicator;
import treeline.testkit.Patience;

import java.time.Duration;

/// Ends before its recorder is closed: `all FOLDER` on all ranks, `one FOLDER` on rank 1 alone,
/// while the others wait for it in the program.
final class ExitProgram {
    private ExitProgram() {}

    public static void main(String[] arguments) throws Exception {
        Communicator comm = Mpi.world();
        boolean all = arguments[0].equals("all");
        Duration limit = all ? Patience.DURATION : Duration.ofSeconds(3);
        RecorderOptions options = RecorderOptions.builder(arguments[1]).exitLimit(limit).build();
        Recorder.start(options, comm);
        Event _ = Recorder.event("main");
        for (int i = 0; i < 5; i++) Recorder.event("step", () -> comm.barrier());
        if (all || comm.rank() == 1) System.exit(3);
        Thread.sleep(Patience.MILLIS);
    }
}
