package treeline.notebook;

import jdk.jshell.JShell;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;

import org.rapaio.jupyter.kernel.MainApp;
import org.rapaio.jupyter.kernel.channels.Channels;
import org.rapaio.jupyter.kernel.channels.LoopThread;
import org.rapaio.jupyter.kernel.core.ConnectionProperties;
import org.rapaio.jupyter.kernel.core.Transform;

import treeline.Treeline;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The main class of the Jupyter kernel: rapaio-jupyter-kernel with Treeline imported. It replaces
/// the kernel's own main class, so that messages wait until they can be handled, see [LoopThread].
public final class Kernel {
    private static final String IMPORTS = "imports.jshell";

    private Kernel() {}

    /// Starts a kernel, which ends when Jupyter says so.
    ///
    /// @param arguments the file in which Jupyter says where it listens
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1)
            throw new IllegalArgumentException(
                    "expected a connection file: Jupyter starts the kernel");
        Logger.getLogger("").setLevel(Level.WARNING);
        defineLoopThread();
        importAll(MainApp.kernel.javaEngine().getShell());
        ConnectionProperties connection =
                Transform.fromJson(
                        Files.readString(Path.of(arguments[0])), ConnectionProperties.class);
        var channels = new Channels(connection);
        channels.connect(MainApp.kernel);
        LoopThread.connected();
        channels.joinUntilClose();
    }

    /// Defines our [LoopThread] before the kernel loads a class of that name. Otherwise the first
    /// jar on the class path that contains one would decide.
    static void defineLoopThread() throws IOException, IllegalAccessException {
        String kernel = Objects.requireNonNull(Kernel.class.getResource("Kernel.class")).toString();
        String loopThread =
                kernel.replace(
                        "treeline/notebook/Kernel.class",
                        "org/rapaio/jupyter/kernel/channels/LoopThread.class");
        try (InputStream file = URI.create(loopThread).toURL().openStream()) {
            MethodHandles.privateLookupIn(Channels.class, MethodHandles.lookup())
                    .defineClass(file.readAllBytes());
        }
    }

    /// So that cells need no lines of imports: those of `treeline shell`, and what notebooks need
    /// more.
    static void importAll(JShell shell) {
        String all = Treeline.imports() + Resource.text(IMPORTS);
        for (String line : all.split("\n"))
            for (SnippetEvent event : shell.eval(line))
                if (event.status() == Status.REJECTED)
                    throw new IllegalStateException("not imported: " + line);
    }
}
