package treeline.formats.thicket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// Thicket's run ids: the first digits of the MD5 of the path.
final class ThicketIds {
    /// As many as newer versions take; the eight of older ones are too few for thousands of runs.
    private static final int DIGITS = 11;

    private ThicketIds() {}

    static long[] of(List<String> keys) {
        Set<Long> met = new HashSet<>();
        return keys.stream().mapToLong(key -> free(hash(key), met)).toArray();
    }

    private static long free(long wanted, Set<Long> met) {
        long id = wanted;
        while (!met.add(id)) id++;
        return id;
    }

    private static long hash(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.fromHexDigitsToLong(HexFormat.of().formatHex(digest), 0, DIGITS);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
