package treeline.formats.writing;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Asks pyarrow, where it is installed, what it reads in files that we wrote.
public final class Pyarrow {
    /// Prints tables as [TidyExpected] has them.
    private static final String ROWS =
            """
            import struct, sys
            import pyarrow as pa, pyarrow.parquet as pq, pyarrow.ipc as ipc
            def cell(v):
                if v is None: return '-'
                if isinstance(v, str): return "'" + v.encode().hex()
                if isinstance(v, int): return str(v)
                return struct.pack('>d', v if v == v else float('nan')).hex()
            for name in sys.argv[1:]:
                table = pq.read_table(name) if name.endswith('.parquet') else ipc.open_file(name).read_all()
                table.validate(full=True)
                columns = [[cell(v) for v in c.to_pylist()] for c in table.columns]
                print('#', ' '.join(table.column_names))
                for row in zip(*columns): print(' '.join(row))
            """;

    private Pyarrow() {}

    /// The rows of each file, behind a line `# COLUMNS`.
    public static List<String> rows(List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of("python3", "-c", ROWS));
        for (Path file : files) command.add(file.toString());
        return output(command);
    }

    /// What a script prints, of which `FILE` is the first argument.
    public static List<String> script(String script, Path file) throws IOException {
        return output(List.of("python3", "-c", script, file.toString()));
    }

    private static List<String> output(List<String> command) throws IOException {
        requirePyarrow();
        Path errors = Files.createTempFile("pyarrow", ".txt");
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0)
            throw new AssertionError(Files.readString(errors));
        Files.delete(errors);
        return text.lines().toList();
    }

    private static void requirePyarrow() {
        boolean there;
        try {
            there =
                    new ProcessBuilder("python3", "-c", "import pyarrow")
                                    .redirectErrorStream(true)
                                    .start()
                                    .onExit()
                                    .join()
                                    .exitValue()
                            == 0;
        } catch (IOException noPython) {
            there = false;
        }
        Assumptions.assumeTrue(there, "python3 with pyarrow is not installed");
    }
}
