package treeline.dashboard;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.Upload;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A folder uploaded by the page in one request body: the length of a list (u32, little-endian),
/// the list with one line `SIZE PATH` per file, then the files in its order. Paths come from a
/// browser, so only harmless characters are accepted, and no path leads out of the folder.
record DroppedFolder(InputStream body, long mostBytes) {
    private static final int MAX_FILES = 20_000;
    private static final int MAX_LIST_BYTES = 4 << 20;
    private static final int MAX_DEPTH = 16;

    /// A file of the folder.
    ///
    /// @param path below the folder, which is its first part
    private record Part(long size, String path) {
        static Part of(String line) {
            int space = line.indexOf(' ');
            if (space < 1 || space > 18 || !line.substring(0, space).matches("\\d+")) throw wrong();
            return new Part(Long.parseLong(line.substring(0, space)), line.substring(space + 1));
        }
    }

    private static RefusedRequest wrong() {
        return RefusedRequest.wrong("the file list of the folder is malformed");
    }

    void writeTo(Path folder) throws IOException {
        List<Part> parts = parts();
        if (parts.stream().mapToLong(Part::size).sum() > mostBytes)
            throw Requests.tooLarge(mostBytes);
        Files.createDirectory(folder);
        for (Part part : parts) copy(part.size(), place(folder, part.path()));
    }

    private List<Part> parts() throws IOException {
        byte[] length = body.readNBytes(Integer.BYTES);
        if (length.length < Integer.BYTES) throw wrong();
        int bytes = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (bytes < 0 || bytes > MAX_LIST_BYTES) throw tooMany();
        byte[] list = body.readNBytes(bytes);
        if (list.length < bytes) throw wrong();
        List<Part> parts = new String(list, StandardCharsets.UTF_8).lines().map(Part::of).toList();
        if (parts.size() > MAX_FILES) throw tooMany();
        return parts;
    }

    private static RefusedRequest tooMany() {
        return new RefusedRequest(
                Status.TOO_LARGE,
                String.format(Locale.ROOT, "the folder has more than %,d files", MAX_FILES),
                "open it with 'treeline serve PATH' instead");
    }

    private static Path place(Path folder, String path) throws IOException {
        List<String> steps =
                Arrays.stream(path.split("/")).filter(step -> !step.isEmpty()).toList();
        if (steps.size() < 2 || steps.size() > MAX_DEPTH) throw wrong();
        Path place = folder;
        for (String step : steps.subList(1, steps.size() - 1))
            place = place.resolve(Upload.harmless(step));
        return Files.createDirectories(place).resolve(Upload.harmless(steps.getLast()));
    }

    private void copy(long size, Path file) throws IOException {
        if (Files.exists(file))
            throw RefusedRequest.wrong(
                    "two files of the folder have names that are too similar, '%s'"
                            .formatted(file.getFileName()));
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 14];
            for (long left = size; left > 0; ) {
                int read = body.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) throw new EOFException("the upload of the folder is incomplete");
                out.write(buffer, 0, read);
                left -= read;
            }
        }
    }
}
