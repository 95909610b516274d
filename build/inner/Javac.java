import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/// The compiler of the running JDK.
final class Javac {
    private Javac() {}

    /// Compiles sources; prints warnings and errors; adds the internal names of the classes it
    /// wrote to `written`.
    static boolean compile(List<Path> sources, List<String> options, Set<String> written)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var recording =
                    new ForwardingJavaFileManager<JavaFileManager>(files) {
                        @Override
                        public JavaFileObject getJavaFileForOutput(
                                Location location,
                                String name,
                                JavaFileObject.Kind kind,
                                FileObject source)
                                throws IOException {
                            written.add(name.replace('.', '/'));
                            return super.getJavaFileForOutput(location, name, kind, source);
                        }
                    };
            var out = new PrintWriter(System.err, true);
            return compiler.getTask(
                            out,
                            recording,
                            null,
                            options,
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
    }
}
