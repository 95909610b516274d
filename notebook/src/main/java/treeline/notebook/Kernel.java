package treeline.notebook;

import org.jspecify.annotations.Nullable;
import org.rapaio.jupyter.kernel.MainApp;
import org.rapaio.jupyter.kernel.channels.Channels;
import org.rapaio.jupyter.kernel.channels.MessageHandler;
import org.rapaio.jupyter.kernel.core.ConnectionProperties;
import org.rapaio.jupyter.kernel.core.RapaioKernel;
import org.rapaio.jupyter.kernel.core.Transform;
import org.rapaio.jupyter.kernel.message.MessageType;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;

import jdk.jshell.JShell;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;

/// What Jupyter starts: the kernel of rapaio-jupyter-kernel with all of treeline imported. It is
/// started here and not by its own main class, because that one begins to read messages before it
/// can handle them: one start in ten hung.
public final class Kernel {
    private static final String IMPORTS = "imports.jshell";

    private Kernel() {}

    /// @param arguments the file in which Jupyter says where it listens
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 1)
            throw new IllegalArgumentException(
                    "a kernel is started by Jupyter, with a connection file");
        Logger.getLogger("").setLevel(Level.WARNING);
        importAll(MainApp.kernel.javaEngine().getShell());
        ConnectionProperties connection =
                Transform.fromJson(
                        Files.readString(Path.of(arguments[0])), ConnectionProperties.class);
        var channels = new Channels(connection);
        UntilConnected.connect(channels, MainApp.kernel);
        channels.joinUntilClose();
    }

    /// So that cells need no lines of imports.
    static void importAll(JShell shell) {
        for (SnippetEvent event : shell.eval(Html.resource(IMPORTS)))
            if (event.status() == Status.REJECTED)
                throw new IllegalStateException(
                        "an import that does not exist: " + event.snippet().source());
    }

    /// Until all is connected the kernel has no table of handlers, and the thread that reads messages
    /// dies of the first one. This stands in its place meanwhile: it lets that thread wait.
    private static final class UntilConnected extends AbstractMap<MessageType<?>, MessageHandler<?>> {
        private final Channels channels;
        private final CountDownLatch connected = new CountDownLatch(1);

        private UntilConnected(Channels channels) {
            this.channels = channels;
        }

        static void connect(Channels channels, RapaioKernel kernel)
                throws ReflectiveOperationException {
            var meanwhile = new UntilConnected(channels);
            Field handlers = Channels.class.getDeclaredField("handlers");
            handlers.setAccessible(true);
            handlers.set(channels, meanwhile);
            channels.connect(kernel);
            meanwhile.connected.countDown();
        }

        @Override
        public @Nullable MessageHandler<?> get(Object type) {
            try {
                connected.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return null;
            }
            return channels.getHandler((MessageType<?>) type);
        }

        @Override
        public Set<Entry<MessageType<?>, MessageHandler<?>>> entrySet() {
            return Set.of();
        }
    }
}
