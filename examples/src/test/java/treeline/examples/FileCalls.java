package treeline.examples;

import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// The file calls of a native program below its folder, logged and made to fail by the preloaded
/// library `file-calls.c`.
final class FileCalls {
    private static final Path SOURCE =
            NativeProgram.NATIVE.resolveSibling("examples/src/test/native/file-calls.c");

    private final Path log;

    /// A call: its name, its path and a second path or the written bytes as hexadecimal digits.
    record Call(boolean isFailed, String name, Path path, String argument) {
        static Call of(String line) {
            String[] field = line.split("\t", -1);
            return new Call(field[0].equals("failed"), field[1], Path.of(field[2]), field[3]);
        }

        byte[] bytes() {
            return HexFormat.of().parseHex(argument);
        }
    }

    /// Prepares a program that runs in `folder`.
    FileCalls(Path folder, NativeProgram program) throws Exception {
        this.log = folder.resolve("calls.txt");
        Path library = folder.resolve("libfilecalls.so");
        List<String> compile =
                List.of("gcc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o");
        List<String> files = List.of(library.toString(), SOURCE.toString(), "-ldl");
        NativeProgram.requireSuccess(
                folder, Stream.concat(compile.stream(), files.stream()).toList());
        program.with("LD_PRELOAD", library.toString())
                .with("FILE_CALLS_FOLDER", folder.toRealPath().toString())
                .with("FILE_CALLS_LOG", log.toString());
    }

    /// The calls since the last time.
    List<Call> taken() throws IOException {
        if (!Files.exists(log)) return List.of();
        List<Call> calls = Files.readAllLines(log).stream().map(Call::of).toList();
        Files.delete(log);
        return calls;
    }

    /// What a reader finds in the folder of a recording: the names of its roots, `nothing`, or the
    /// same with the reader's note. A damaged recording is an exception.
    static String found(Path output) throws IOException {
        if (!Files.isDirectory(output)) return "nothing";
        var input = Input.of(output.toString());
        var format = new SnapshotFormat();
        if (!format.isProfileFolder(input)) return "nothing";
        try (ProfileSource source = format.open(input)) {
            var profile = source.load(Slice.everything());
            var found = new StringBuilder(profile.tree().path(0).getFirst());
            for (ReadReport.Entry note : source.report().entries())
                found.append(note.lossy() ? ", parts missing" : ", snapshot");
            return found.toString();
        }
    }

    /// The names of temporary files and locks.
    static List<String> leftovers(Path output) throws IOException {
        if (!Files.isDirectory(output)) return List.of();
        try (Stream<Path> files = Files.walk(output)) {
            return files.map(file -> output.relativize(file).toString())
                    .filter(name -> name.startsWith(".") || name.contains("/."))
                    .sorted()
                    .toList();
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (!Files.isDirectory(copy)) Files.copy(file, copy);
            }
        }
    }

    static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) return;
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
