package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import treeline.model.Profile;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// An MPI installation with a compiler, a launcher and a `libtreeline-mpi.so` built for it.
/// Commands run in a folder, by the shell. If a tool is missing, the test is skipped.
final class MpiKit {
    private static final Map<String, Path> BUILT = new HashMap<>();

    private final Path folder;
    private final String c;
    private final String fortran;
    private final String launcher;
    private final String libraries;

    private MpiKit(Path folder, String c, String fortran, String launcher, String libraries) {
        this.folder = folder;
        this.c = c;
        this.fortran = fortran;
        this.launcher = launcher;
        this.libraries = libraries;
    }

    /// `Open MPI`, or `MPICH` as `build/install-mpi.sh` unpacks it.
    static MpiKit of(String name, Path folder) throws IOException {
        need("make", "gcc");
        return name.equals("MPICH") ? mpich(folder) : openMpi(folder);
    }

    /// For programs without MPI.
    static MpiKit alone(Path folder) {
        return new MpiKit(folder, "", "", "", "");
    }

    static MpiKit openMpi(Path folder) {
        need("make", "mpicc", "mpirun");
        return new MpiKit(
                folder, "mpicc", "mpif90", "mpirun --allow-run-as-root --oversubscribe", "");
    }

    private static MpiKit mpich(Path folder) throws IOException {
        Path root = NativeProgram.NATIVE.resolveSibling("target").resolve("mpich");
        assumeTrue(
                Files.isDirectory(root.resolve("usr/include")),
                "needs MPICH in target/mpich, where build/install-mpi.sh unpacks it");
        Path library = Objects.requireNonNull(found(root, "libmpich.so.12").getParent());
        Path headers = found(root, "mpi.h").getParent();
        Path modules = found(root, "mpi_f08.mod").getParent();
        String linked = " -L%s -Wl,--no-as-needed,--allow-shlib-undefined".formatted(library);
        return new MpiKit(
                folder,
                "gcc -I%s%s -lmpich".formatted(headers, linked),
                "gfortran -w -fallow-argument-mismatch -I%s -I%s%s -lmpichfort -lmpich"
                        .formatted(modules, headers, linked),
                found(root, "mpiexec.hydra") + " -launcher fork",
                library.toString());
    }

    private static Path found(Path root, String name) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }

    static void need(String... programs) {
        for (String program : programs)
            assumeTrue(NativeProgram.isOnPath(program), "needs " + program);
    }

    /// The folder of `libtreeline-mpi.so`, in a copy of the sources.
    Path built() throws Exception {
        synchronized (BUILT) {
            Path known = BUILT.get(c);
            if (known != null) return known;
            Path made = Files.createTempDirectory("treeline-mpi");
            shell(
                    "cp -r '%1$s/Makefile' '%1$s/include' '%1$s/src' '%1$s/mpi' '%2$s' && make -s -C"
                                    .formatted(NativeProgram.NATIVE, made)
                            + " '%s' mpi CFLAGS=-O1 MPICC='%s'".formatted(made, c));
            BUILT.put(c, made.resolve("target"));
            return made.resolve("target");
        }
    }

    /// Compiles a program without the recorder.
    void compile(String source, String... flags) throws Exception {
        boolean isFortran = source.endsWith(".f90");
        if (isFortran) need("gfortran");
        shell(
                "%s %s %s -o program"
                        .formatted(isFortran ? fortran : c, source, String.join(" ", flags)));
    }

    /// Compiles a shared library, such as another tool.
    void compileLibrary(String source, String library, String... flags) throws Exception {
        shell(
                "%s -shared -fPIC %s %s -ldl -o %s"
                        .formatted(c, source, String.join(" ", flags), library));
    }

    /// A source after the preprocessor, without comments and macros.
    String preprocessed(String source) throws Exception {
        Files.writeString(folder.resolve("preprocessed.c"), source);
        return shell("%s -E -P preprocessed.c".formatted(c));
    }

    /// The functions and variables that a shared library exports.
    List<String> symbols(Path library) throws Exception {
        need("nm");
        return shell("nm -D --defined-only '%s'".formatted(library))
                .lines()
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
    }

    /// The MPI library that programs are linked with.
    Path mpiLibrary() throws Exception {
        String loaded = shell("ldd '%s/libtreeline-mpi.so'".formatted(built()));
        return loaded.lines()
                .filter(line -> line.matches("\\s*libmpi(ch)?\\.so.*=> /.*"))
                .map(line -> Path.of(line.replaceAll(".*=> (\\S+).*", "$1")))
                .findFirst()
                .orElseThrow();
    }

    /// Runs a program.
    ///
    /// @return the standard output and the standard error output
    String run(int ranks, String program) throws Exception {
        return shell("%s -n %d %s".formatted(launcher, ranks, program));
    }

    String runPreloaded(int ranks, String program) throws Exception {
        return run(ranks, "env LD_PRELOAD=%s/libtreeline-mpi.so %s".formatted(built(), program));
    }

    String shell(String command) throws Exception {
        var builder = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("TREELINE_RECORD_"));
        if (!libraries.isEmpty()) builder.environment().put("LD_LIBRARY_PATH", libraries);
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", command, said).isZero();
        return said;
    }

    Profile recording(String name) throws IOException {
        Input input = Input.of(folder.resolve(name).toString());
        try (ProfileSource source = new SnapshotFormat().open(input)) {
            return source.load(Slice.everything());
        }
    }

    /// The values of a metric by path and context: `main/MPI_Send - 5`.
    static List<String> values(Profile profile, String metric) {
        var rows = Objects.requireNonNull(profile.column(metric)).byContext();
        List<String> lines = new ArrayList<>();
        for (int node = 0; node < profile.tree().size(); node++) {
            var line = new StringBuilder(String.join("/", profile.tree().path(node)));
            for (int context = 0; context < profile.contexts().size(); context++) {
                int cell = rows.find(context, node);
                line.append(
                        cell < 0 ? " -" : String.format(Locale.ROOT, " %.0f", rows.value(cell)));
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
