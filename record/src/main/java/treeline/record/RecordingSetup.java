package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;
import treeline.record.events.RecorderMessage;
import treeline.record.overhead.MeasuredOverhead;
import treeline.record.parts.OutputFolder;
import treeline.record.parts.RecordingPart;
import treeline.record.parts.SnapshotFile;
import treeline.record.parts.WritePhase;
import treeline.record.ranks.Communicator;
import treeline.store.trace.TraceFileWriter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Setup of a recording: everything that is fixed at its start, shared by the final output and by
/// snapshots.
record RecordingSetup(
        String name,
        RecorderOptions options,
        RankEvents events,
        OutputFolder folder,
        Metadata metadata,
        int firstSnapshot,
        @Nullable RankTrace trace)
        implements ThreePhases.Output {
    private static final String PREFIX = "part-";

    @Override
    public WritePhase.Target target() {
        return new WritePhase.Target(
                folder.hiddenParts(name),
                folder.path(),
                PREFIX,
                RecordingPart.exported(options.format()),
                name);
    }

    /// The metadata of the written recording. It is marked if the program did not close it; for an
    /// agent that is the normal end.
    Metadata metadata(RecordingCost cost, boolean whileRunning) {
        boolean isEarly = whileRunning && !events.unattended;
        Metadata all =
                cost.in(
                        isEarly
                                ? metadata.with("recorder.ended", "before it was closed")
                                : metadata);
        RankTrace traced = trace;
        if (traced != null && events.communicator.rank() == 0) all = traced.in(all);
        MeasuredOverhead measured = events.measured;
        return measured == null ? all : measured.in(all);
    }

    /// Writes the trace of this rank, if there is one. Collective.
    void writeTrace(Communicator ranks, List<String> problems) {
        RankTrace mine = trace;
        if (mine == null) return;
        int before = problems.size();
        attempt(problems, () -> mine.write(folder.path(), ranks));
        for (String problem : problems.subList(before, problems.size()))
            if (ranks.rank() > 0)
                RecorderMessage.print("rank %d: %s".formatted(ranks.rank(), problem));
    }

    /// Deletes the traces of the recordings that are not shown: of earlier ones, or of this one.
    void settleTraces(boolean isShown) throws IOException {
        folder.settleTraces(TraceFileWriter.names(name), isShown);
    }

    /// Creates the hidden directory of the recording.
    void createHidden() throws IOException {
        folder.create(target().folder());
    }

    /// Shows the parts of the recording, or as many of them as were written.
    void show(int files) throws IOException {
        folder.showParts(target().folder(), files);
    }

    /// Work on the folder of the recording.
    interface FolderWork {
        void run() throws IOException;
    }

    /// Whether the work succeeded. A failure becomes a problem that names the folder.
    boolean attempt(List<String> problems, FolderWork work) {
        try {
            work.run();
            return true;
        } catch (IOException | UncheckedIOException failed) {
            String reason = WritePhase.reason(failed);
            String output = options.output().toString();
            problems.add(reason.contains(output) ? reason : output + ": " + reason);
            return false;
        }
    }

    WritePhase.Target snapshotTarget(int number) {
        return new WritePhase.Target(
                folder.hiddenSnapshot(name, number),
                folder.shownSnapshot(number),
                PREFIX,
                new SnapshotFile(),
                name);
    }

    @Override
    public int of(int ranks, long values) {
        return options.aggregatorsFor(ranks, values);
    }
}
