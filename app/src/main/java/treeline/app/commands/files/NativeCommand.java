package treeline.app.commands.files;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.terminal.Console;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.Screen;
import treeline.question.screen.TextTable;
import treeline.question.screen.TextTable.Align;
import treeline.question.screen.TextWidth;
import treeline.source.files.CompleteFile;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// `treeline native`: extracts the recorder for C, C++, Fortran and Python programs, so that its
/// users do not need the repository.
public final class NativeCommand {
    private static final Operand FOLDER =
            Operand.once(ParameterType.file("DIR"), "output folder, new or empty");

    /// The build adds the folder `native` below this name.
    private static final String CARRIED = "/treeline/app/native/";

    /// What an earlier copy is known by.
    private static final Path HEADER = Path.of("include", "treeline.h");

    private NativeCommand() {}

    public static Command command() {
        return new Command(
                        "native",
                        "extract the native recorder for C, C++, Fortran and Python",
                        List.of(FOLDER),
                        List.of(),
                        NativeCommand::run)
                .example(
                        "treeline native treeline-native",
                        "header, sources and build files; then make -C treeline-native");
    }

    private static int run(Arguments arguments, Console console) throws IOException {
        Path folder = Path.of(arguments.one(FOLDER));
        requireOurs(folder);
        int files = write(folder);
        String name = TextWidth.printable(folder.toString());
        console.tell("%s: %s written".formatted(folder, ContextSummary.counted(files, "file")));
        var table = new TextTable(Align.LEFT, Align.LEFT);
        table.row("  make -C " + name, "the library to link, libtreeline");
        table.row("  make -C " + name + " mpi", "libtreeline-mpi.so, to preload");
        table.row("  make -C " + name + " install PREFIX=DIR", "with CMake and pkg-config");
        table.lines(Screen.UNLIMITED, "").forEach(console.out()::println);
        return ExitCode.SUCCESS;
    }

    /// An earlier copy is replaced file by file; its build results are kept.
    private static void requireOurs(Path folder) throws IOException {
        if (!Files.exists(folder) || Files.exists(folder.resolve(HEADER))) return;
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isEmpty()) return;
            }
        }
        throw new UsageException(
                folder + " contains other files", "name another folder: treeline native DIR");
    }

    /// @return how many files
    private static int write(Path folder) throws IOException {
        URL makefile = NativeCommand.class.getResource(CARRIED + "Makefile");
        if (makefile == null)
            throw new IOException("this build of treeline has no native recorder");
        URI place = uri(makefile);
        if (!"jar".equals(place.getScheme()))
            return copy(Path.of(place).resolveSibling(""), folder);
        try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
            return copy(jar.getPath(CARRIED), folder);
        }
    }

    private static URI uri(URL resource) throws IOException {
        try {
            return resource.toURI();
        } catch (URISyntaxException e) {
            throw new IOException(
                    "the installation folder has an unsupported name: " + resource, e);
        }
    }

    private static int copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.toAbsolutePath().getParent());
            CompleteFile.write(target, Files.readAllBytes(file));
        }
        deleteOldSources(from.resolve("src"), to.resolve("src"));
        return files.size();
    }

    /// Deletes the source files that only an earlier version had, because the build compiles every
    /// file of the folder.
    private static void deleteOldSources(Path current, Path copy) throws IOException {
        try (Stream<Path> files = Files.list(copy)) {
            for (Path file : files.toList())
                if (isSource(file) && !Files.exists(current.resolve(file.getFileName().toString())))
                    Files.delete(file);
        }
    }

    private static boolean isSource(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".c") || name.endsWith(".h");
    }
}
