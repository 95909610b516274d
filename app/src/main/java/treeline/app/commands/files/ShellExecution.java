package treeline.app.commands.files;

import jdk.jshell.execution.LocalExecutionControl;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/// The execution engine of the interactive shell: it runs in this process and prints user errors as
/// one line. Other exceptions keep their stack trace.
public final class ShellExecution implements ExecutionControlProvider {
    static final String NAME = "treeline";

    /// For the service loader.
    public ShellExecution() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExecutionControl generate(ExecutionEnv environment, Map<String, String> parameters) {
        return new LocalExecutionControl() {
            @Override
            protected String throwConvertedInvocationException(Throwable cause)
                    throws RunException, InternalException {
                if (isOfUser(cause))
                    throw new UserException(
                            cause.getMessage(),
                            cause.getClass().getSimpleName(),
                            new StackTraceElement[0]);
                return super.throwConvertedInvocationException(cause);
            }
        };
    }

    private static boolean isOfUser(Throwable cause) {
        return cause instanceof IllegalArgumentException
                || cause instanceof IllegalStateException
                || cause instanceof IOException
                || cause instanceof UncheckedIOException
                || cause instanceof MalformedProfileException;
    }
}
