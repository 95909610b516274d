package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.record.parts.OutputFolder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The output directory of a recording: the requested one or, if that would overwrite data, the
/// next free name (`out-2`). Rank 0 chooses for all ranks.
///
/// @param notice a message for the user, empty if the requested directory is used
record OutputChoice(OutputFolder folder, String notice) {
    private static final int MAX_NAMES = 10_000;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    static OutputChoice of(RecorderOptions options) throws IOException {
        Path output = options.output();
        Path asked = output.getFileSystem().getPath(named(output.toString()));
        if (asked.endsWith(".") || asked.endsWith("..")) asked = asked.toAbsolutePath().normalize();
        String reason = "";
        for (int number = 1; number <= MAX_NAMES; number++) {
            Path path =
                    number == 1 ? asked : asked.resolveSibling(asked.getFileName() + "-" + number);
            var folder = new OutputFolder(path);
            String obstacle = obstacle(folder, options.replace());
            if (obstacle == null)
                return new OutputChoice(
                        folder,
                        number == 1 ? "" : "recording into %s, because %s".formatted(path, reason));
            if (number == 1) reason = obstacle;
        }
        throw new IOException(
                "output %s and the next %d names are in use".formatted(asked, MAX_NAMES));
    }

    /// Why a directory cannot be used, or null if it can and is locked now.
    private static @Nullable String obstacle(OutputFolder folder, boolean replace)
            throws IOException {
        if (!folder.prepare()) return "another program is recording into " + folder.path();
        if (replace || !hasRecording(folder)) return null;
        folder.unlock();
        return "%s already contains a recording (set 'replace' to overwrite it)"
                .formatted(folder.path());
    }

    private static boolean hasRecording(OutputFolder folder) throws IOException {
        try {
            return folder.hasRecording();
        } catch (IOException failed) {
            folder.unlock();
            throw failed;
        }
    }

    /// The name with `%p`, `%h` and `%t` as the process, the host and the time of rank 0.
    static String named(String pattern) {
        if (pattern.indexOf('%') < 0) return pattern;
        return pattern.replace("%p", Long.toString(ProcessHandle.current().pid()))
                .replace("%h", RunMetadata.host())
                .replace("%t", LocalDateTime.now(ZoneId.systemDefault()).format(TIME));
    }
}
