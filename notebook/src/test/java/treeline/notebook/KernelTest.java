package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rapaio.jupyter.kernel.channels.Channels;
import org.rapaio.jupyter.kernel.channels.LoopThread;
import org.rapaio.org.zeromq.SocketType;
import org.rapaio.org.zeromq.ZContext;
import org.rapaio.org.zeromq.ZMQ;

import treeline.table.JsonWriter;
import treeline.testkit.Jvm;
import treeline.testkit.Patience;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

class KernelTest {
    @Test
    void cellsNeedNoImports() {
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            Kernel.importAll(shell);
            assertThat(shell.imports().map(Snippet::source))
                    .contains("import treeline.*;")
                    .hasSizeGreaterThan(20);
            for (String code :
                    List.of(
                            "Treeline.class",
                            "Table.of(Column.real(\"time\", 1)).sort(descending(\"time\"))",
                            "Query.match(attribute(\"name\").is(\"x\"))",
                            "InProcessRanks.class",
                            "DataFrames.class",
                            "IOException.class",
                            "Pattern.class",
                            "void shown() { display(1); }"))
                assertThat(problems(shell, code)).as(code).isEmpty();
        }
    }

    private static List<String> problems(JShell shell, String code) {
        List<String> problems = new ArrayList<>();
        CompletionInfo all = shell.sourceCodeAnalysis().analyzeCompletion(code);
        shell.eval(all.source())
                .forEach(
                        event ->
                                shell.diagnostics(event.snippet())
                                        .forEach(each -> problems.add(each.getMessage(null))));
        return problems;
    }

    /// What hung one start of a kernel in ten: see [LoopThread].
    @Test
    void aThreadThatReadsMessagesWaitsAndDoesNotEnd() throws InterruptedException {
        var ran = new CountDownLatch(3);
        var loop = new LoopThread("loop", 1, ran::countDown);
        loop.start();
        LoopThread.connected();
        ran.await();
        assertThat(loop.isAlive()).isTrue();
        loop.shutdown();
        loop.join();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ourThreadIsUsedWhereverTheKernelIsOnTheClassPath(boolean first) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String each : classPath(first)) path.add(Path.of(each).toUri().toURL());
        try (var loader =
                new URLClassLoader(
                        path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Method define =
                    loader.loadClass(Kernel.class.getName()).getDeclaredMethod("defineLoopThread");
            define.setAccessible(true);
            define.invoke(null);
            assertThat(loader.loadClass(LoopThread.class.getName()).getMethods())
                    .extracting(Method::getName)
                    .contains("connected");
        }
    }

    @Test
    void aKernelAnswersIfItsJarIsFirstOnTheClassPath(@TempDir Path folder) throws Exception {
        Optional<String> answer = Optional.empty();
        for (int tries = 0; answer.isEmpty() && tries < 3; tries++) {
            Connection connection = Connection.withFreePorts();
            Process kernel = start(classPath(true), connection.writeTo(folder));
            try {
                answer = connection.heartbeat(kernel, "still there?");
            } finally {
                kernel.destroyForcibly().waitFor();
            }
        }
        assertThat(answer).contains("still there?");
    }

    /// The class path of this test with the jar of the kernel as its first or last entry.
    private static List<String> classPath(boolean first) throws URISyntaxException {
        List<String> path =
                new ArrayList<>(
                        List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
        String jar = Path.of(location(Channels.class)).toString();
        assertThat(path.remove(jar)).as("%s in %s", jar, path).isTrue();
        path.add(first ? 0 : path.size(), jar);
        return path;
    }

    private static URI location(Class<?> type) throws URISyntaxException {
        return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    }

    private static Process start(List<String> classPath, Path connection) throws IOException {
        List<String> command = Jvm.command("-cp", String.join(File.pathSeparator, classPath));
        command.addAll(List.of("treeline.notebook.Kernel", connection.toString()));
        return new ProcessBuilder(command).inheritIO().start();
    }

    /// The five ports of a kernel, as Jupyter chooses them. Until the kernel uses them, other
    /// programs may take them; then it ends.
    private record Connection(List<Integer> ports) {
        private static final List<String> NAMES =
                List.of("hb_port", "shell_port", "control_port", "stdin_port", "iopub_port");

        static Connection withFreePorts() throws IOException {
            List<ServerSocket> sockets = new ArrayList<>();
            for (String _ : NAMES)
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket each : sockets) each.close();
            return new Connection(ports);
        }

        Path writeTo(Path folder) throws IOException {
            var text = new StringBuilder();
            var json = new JsonWriter(text).object();
            json.name("ip").value("127.0.0.1").name("transport").value("tcp");
            json.name("key").value("0123").name("signature_scheme").value("hmac-sha256");
            for (int i = 0; i < NAMES.size(); i++) json.name(NAMES.get(i)).value(ports.get(i));
            json.end();
            return Files.writeString(folder.resolve("connection.json"), text);
        }

        private static boolean isAwaited(@Nullable String answer, Process kernel, int second) {
            return answer == null && kernel.isAlive() && second < Patience.SECONDS;
        }

        /// The answer to a message on the heartbeat channel, or nothing if the kernel ends.
        Optional<String> heartbeat(Process kernel, String message) {
            try (ZContext context = new ZContext()) {
                ZMQ.Socket socket = context.createSocket(SocketType.REQ);
                socket.setReceiveTimeOut(1_000);
                socket.connect("tcp://127.0.0.1:" + ports.getFirst());
                socket.send(message);
                String answer = socket.recvStr();
                for (int second = 1; isAwaited(answer, kernel, second); second++)
                    answer = socket.recvStr();
                return Optional.ofNullable(answer);
            }
        }
    }
}
