package treeline.runs;

import treeline.model.CallTree;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Detects copies of a run under another name. A copy counts as one more repetition, which makes
/// every result look more certain than it is. Not thread-safe.
///
/// Two runs are copies if their call trees, contexts, metrics, values and metadata are equal;
/// metadata that Treeline adds when it stores a run is ignored. Runs without a metric of time are
/// never copies, because counts may well repeat exactly.
public final class RunCopies {
    private static final String ALGORITHM = "SHA-256";
    private static final int HEX_DIGITS = 16;
    private static final int BUFFER = 1 << 13;

    private final Map<String, String> nameOf = new HashMap<>();
    private final Map<String, String> originalOf = new LinkedHashMap<>();

    /// Adds a run. A run that is added twice under the same name is not a copy.
    ///
    /// @return the name of the first run with the same content
    public Optional<String> add(String name, Profile run) {
        Optional<String> original =
                fingerprint(run)
                        .map(content -> nameOf.putIfAbsent(content, name))
                        .filter(first -> !first.equals(name));
        original.ifPresent(first -> originalOf.put(name, first));
        return original;
    }

    /// A sentence about all copies that were added; empty if there are none.
    public Optional<String> warning() {
        if (originalOf.isEmpty()) return Optional.empty();
        Map.Entry<String, String> first = originalOf.entrySet().iterator().next();
        int more = originalOf.size() - 1;
        return Optional.of(
                "%s is a copy of %s%s; copies make results look more certain than they are"
                        .formatted(
                                first.getKey(),
                                first.getValue(),
                                more == 0
                                        ? ""
                                        : " (and %d more %s)"
                                                .formatted(more, more == 1 ? "copy" : "copies")));
    }

    /// A hash of the content, as 16 hexadecimal digits: with ten thousand runs, the probability
    /// that any two different ones share it is below 1e-11. Empty for a run without a metric of
    /// time.
    public static Optional<String> fingerprint(Profile run) {
        boolean hasTime =
                run.metrics().stream()
                        .anyMatch(metric -> metric.unit().dimension() == Unit.Dimension.TIME);
        if (!hasTime) return Optional.empty();
        var content = new Content();
        content.add(run.tree());
        run.contexts().forEach(context -> content.add(context.toString()));
        for (Metric metric : run.metrics()) content.add(metric, run.column(metric).byContext());
        content.add(run.metadata());
        return Optional.of(content.hex().substring(0, HEX_DIGITS));
    }

    /// The bytes of a run.
    private static final class Content {
        private final MessageDigest digest;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

        Content() {
            try {
                digest = MessageDigest.getInstance(ALGORITHM);
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
            }
        }

        void add(CallTree tree) {
            for (int node = 0; node < tree.size(); node++) {
                add(tree.parent(node));
                add(tree.frameIndex(node));
            }
            tree.frames().forEach(frame -> add(frame.toString()));
        }

        void add(Metric metric, SparseRows rows) {
            add(metric.toString());
            add(metric.unit().symbol());
            for (int row = 0; row < rows.rows(); row++) {
                add(row);
                for (int cell = rows.start(row); cell < rows.end(row); cell++) {
                    add(rows.index(cell));
                    add(Double.doubleToLongBits(rows.value(cell)));
                }
            }
        }

        void add(Metadata metadata) {
            for (String key : new TreeSet<>(metadata.keys()))
                if (!key.startsWith("archive.") && !key.startsWith("converted.")) {
                    add(key);
                    add(metadata.get(key).map(Object::toString).orElse(""));
                }
        }

        private void add(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            add(bytes.length);
            flush();
            digest.update(bytes);
        }

        private void add(long number) {
            if (buffer.remaining() < Long.BYTES) flush();
            buffer.putLong(number);
        }

        private void flush() {
            digest.update(buffer.flip());
            buffer.clear();
        }

        String hex() {
            flush();
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
