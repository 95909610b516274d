package treeline.source.files;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;

/// Names of files, which Java decodes and encodes in the encoding of the locale.
///
/// Bytes that are invalid in it become `�`. The decoded name is that of another file, which would
/// be read or replaced instead, so such names are refused.
public final class FileName {
    private static final char REPLACEMENT = '\ufffd';
    private static final Charset ENCODING =
            Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private FileName() {}

    /// Whether a name or path stands for the bytes that it was decoded from.
    public static boolean isValid(String name) {
        return name.indexOf(REPLACEMENT) < 0 && ENCODING.newEncoder().canEncode(name);
    }

    /// What is wrong with a name that is not valid, for messages that continue "the name is".
    public static String problem() {
        return "not valid in %s, the encoding of the locale%s"
                .formatted(
                        ENCODING,
                        ENCODING.equals(StandardCharsets.UTF_8)
                                ? ""
                                : "; select UTF-8, for example with LC_ALL=C.UTF-8");
    }

    /// Refuses a path that is not valid, before anything is read or written.
    public static void require(String path) throws FileSystemException {
        if (!isValid(path)) throw new FileSystemException(path, null, "the name is " + problem());
    }
}
