package treeline.question.input;

import treeline.formats.Formats;
import treeline.formats.Opened;

import java.io.IOException;
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
                    // nobody reads it
                }
            };

    /// Long work whose progress is shown until it is closed.
    interface Task extends AutoCloseable {
        Task UNSEEN =
                new Task() {
                    @Override
                    public void advance(long steps) {
                        // nobody reads it
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
