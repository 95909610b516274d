package treeline.question.input;

import treeline.ensemble.Ensemble;
import treeline.formats.Formats;
import treeline.formats.Opened;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The environment in which a question is answered: it opens runs and receives progress and
/// warnings.
///
/// Every interface has its own. The command line opens files and draws progress on the terminal;
/// the library returns runs that are already open.
public interface Session {

    /// A session without anyone to tell: progress and warnings are dropped.
    Session SILENT =
            new Session() {
                @Override
                public Task task(String name, long total) {
                    return Task.UNSEEN;
                }

                @Override
                public void say(String line) {
                    // no reader
                }
            };

    /// Long work whose progress is shown until it is closed.
    interface Task extends AutoCloseable {
        Task UNSEEN =
                new Task() {
                    @Override
                    public void advance(long steps) {
                        // no reader
                    }

                    @Override
                    public void close() {
                        // nothing was opened
                    }
                };

        /// Counts finished steps.
        void advance(long steps);

        @Override
        void close();
    }

    /// Opens the run that a user named.
    ///
    /// @param format the name of its format, or empty to detect it
    default Opened open(Formats formats, String path, Optional<String> format) throws IOException {
        return formats.open(path, format);
    }

    /// Reads the runs of an ensemble.
    @FunctionalInterface
    interface Reading {
        Ensemble read() throws IOException;
    }

    /// The ensemble of a question: read, unless the session already has it.
    ///
    /// @param parameters those that change how the runs are read: `of=max`
    /// @param eachRepetition whether each repetition within a run is a run
    default Ensemble ensemble(List<String> parameters, boolean eachRepetition, Reading reading)
            throws IOException {
        return reading.read();
    }

    /// Receives the paths of runs of an ensemble that were read in part: they count in its
    /// statistics.
    default void partlyRead(List<String> paths) {
        // a warning states the same
    }

    /// Starts long work.
    ///
    /// @param total the number of its steps, or 0 if it is unknown
    Task task(String name, long total);

    /// A note next to the answer.
    void say(String line);

    /// A warning next to the answer.
    default void warn(String line) {
        say("warning: " + line);
    }
}
