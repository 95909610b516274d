package treeline.app.guide;

import treeline.app.Session;
import treeline.formats.Formats;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs `treeline` commands in a process whose working directory is the demo folder, so that paths
/// are used as written and the JVM starts once. Ends when its standard input ends.
///
/// A request is the number of words on a line, a file for the standard input (may be empty), and
/// the words, each followed by NUL. The answer is the exit code and the number of bytes on the
/// error stream, on a line each, then these bytes, then the output.
public final class CommandServer {
    /// First word of requests to run a compiled class: its folder and name follow.
    static final String JAVA = "--java";

    private CommandServer() {}

    public static void main(String[] arguments) throws IOException {
        InputStream parent = System.in;
        Thread.ofPlatform().daemon().start(() -> endWith(parent));
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            System.out.flush();
            while (true)
                try (Socket client = server.accept()) {
                    serve(client);
                }
        }
    }

    private static void endWith(InputStream parent) {
        try {
            parent.transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // the parent has ended
        }
        System.exit(0);
    }

    private static void serve(Socket client) throws IOException {
        var in = new BufferedInputStream(client.getInputStream());
        int count = Integer.parseInt(upTo('\n', in));
        String input = upTo('\0', in);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) words.add(upTo('\0', in));
        Session.Answer answer = answer(words, input);
        byte[] err = answer.err().getBytes(StandardCharsets.UTF_8);
        OutputStream out = client.getOutputStream();
        out.write(
                "%d\n%d\n"
                        .formatted(answer.exitCode(), err.length)
                        .getBytes(StandardCharsets.UTF_8));
        out.write(err);
        out.write(answer.out().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String upTo(char end, InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int each = in.read(); each != end; each = in.read()) {
            if (each < 0) throw new IOException("the request ends early");
            bytes.write(each);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Session.Answer answer(List<String> words, String input) throws IOException {
        if (!words.isEmpty() && words.getFirst().equals(JAVA)) return runClass(words);
        try (InputStream file =
                input.isEmpty() ? InputStream.nullInputStream() : new FileInputStream(input)) {
            System.setIn(file);
            var session = new Session(Formats.all(), Session.PLAIN);
            return words.contains("serve") && !words.contains("--help")
                    ? served(session, words)
                    : session.run(words.toArray(String[]::new));
        }
    }

    /// Starts a server on a free port without a browser and stops it.
    private static Session.Answer served(Session session, List<String> words) {
        List<String> quiet = new ArrayList<>(words);
        quiet.add("--no-browser");
        quiet.replaceAll(word -> word.equals("8000") ? "0" : word);
        try {
            return session.runUntil("press Ctrl+C to stop", quiet.toArray(String[]::new));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Session.Answer(-1, "", "interrupted");
        }
    }

    private static Session.Answer runClass(List<String> words) throws IOException {
        try (var loader =
                new URLClassLoader(
                        new URL[] {Path.of(words.get(1)).toUri().toURL()},
                        CommandServer.class.getClassLoader())) {
            GuideScope scope =
                    (GuideScope)
                            loader.loadClass(words.get(2))
                                    .getConstructor(Path.class)
                                    .newInstance(Path.of(""));
            scope.run();
            return new Session.Answer(0, "", "");
        } catch (InvocationTargetException failed) {
            return new Session.Answer(1, "", String.valueOf(failed.getCause()));
        } catch (Exception failed) {
            return new Session.Answer(1, "", failed.toString());
        }
    }
}
