package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What holds for every database that hpcprof writes, looked up in the bytes without any of our
/// reader: numbers here are those of the format's notes.
final class DatabaseInvariants {
    private final ByteBuffer meta;
    private final ByteBuffer profiles;
    private final ByteBuffer contexts;
    private final Set<Integer> ids = new HashSet<>();

    /// By context, metric and profile.
    private final Map<String, Double> values = new HashMap<>();

    private DatabaseInvariants(Path folder) throws IOException {
        meta = file(folder, "meta.db", "HPCTOOLKITmeta", "_meta.db", 8);
        profiles = file(folder, "profile.db", "HPCTOOLKITprof", "_prof.db", 2);
        contexts = file(folder, "cct.db", "HPCTOOLKITctxt", "__ctx.db", 1);
    }

    static void check(Path folder) throws IOException {
        var database = new DatabaseInvariants(folder);
        database.checkTree();
        database.checkMetrics();
        database.checkProfiles();
        database.checkContexts();
    }

    private static ByteBuffer file(
            Path folder, String name, String magic, String footer, int sections)
            throws IOException {
        byte[] bytes = Files.readAllBytes(folder.resolve(name));
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(text(bytes, 0, 14)).isEqualTo(magic);
        assertThat(file.get(14)).isEqualTo((byte) 4);
        assertThat(text(bytes, bytes.length - 8, 8)).isEqualTo(footer);
        long[][] ranges = new long[sections][];
        for (int i = 0; i < sections; i++) {
            long size = file.getLong(0x10 + 16 * i);
            long start = file.getLong(0x18 + 16 * i);
            assertThat(start % 8).as("alignment of section %d of %s", i, name).isZero();
            assertThat(start).isGreaterThanOrEqualTo(0x10 + 16L * sections);
            assertThat(start + size).isLessThanOrEqualTo(bytes.length - 8);
            ranges[i] = new long[] {start, start + size};
            for (int j = 0; j < i; j++)
                assertThat(start >= ranges[j][1] || start + size <= ranges[j][0])
                        .as("sections %d and %d of %s lie apart", i, j, name)
                        .isTrue();
        }
        return file;
    }

    private static String text(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, StandardCharsets.US_ASCII);
    }

    private String name(long at) {
        int end = (int) at;
        while (meta.get(end) != 0) end++;
        byte[] bytes = new byte[end - (int) at];
        meta.get((int) at, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private int section(ByteBuffer file, int number) {
        return (int) file.getLong(0x18 + 16 * number);
    }

    private void requireInside(int section, long pointer) {
        long start = meta.getLong(0x18 + 16 * section);
        assertThat(pointer).isBetween(start, start + meta.getLong(0x10 + 16 * section) - 1);
    }

    private void checkTree() {
        int header = section(meta, 3);
        int entries = meta.getShort(header + 8);
        assertThat(meta.get(header + 10)).isEqualTo((byte) 32);
        for (int i = 0; i < entries; i++) {
            int at = (int) meta.getLong(header) + 32 * i;
            assertThat(meta.getShort(at + 0x14)).isBetween((short) 0, (short) 2);
            requireInside(4, meta.getLong(at + 0x18));
            assertThat(ids.add(meta.getInt(at + 0x10))).isTrue();
            checkChildren(at);
        }
    }

    private void checkChildren(int of) {
        long size = meta.getLong(of);
        if (size == 0) {
            assertThat(meta.getLong(of + 8)).isZero();
            return;
        }
        int at = (int) meta.getLong(of + 8);
        requireInside(3, at);
        assertThat(at % 8).isZero();
        long end = at + size;
        while (at < end) {
            assertThat(ids.add(meta.getInt(at + 0x10))).as("ids are different").isTrue();
            int flags = meta.get(at + 0x14);
            int relation = meta.get(at + 0x15);
            int words = meta.get(at + 0x17);
            assertThat(words).isEqualTo((flags & 1) + (flags & 2) + (flags & 4) / 2);
            assertThat(meta.getShort(at + 0x18) & 1).isEqualTo(relation == 0 ? 1 : 0);
            int flex = at + 0x20;
            if ((flags & 1) != 0) {
                long function = meta.getLong(flex);
                requireInside(7, function);
                assertThat((function - section(meta, 7) - 0x10) % 40).isZero();
                requireInside(4, meta.getLong((int) function));
                flex += 8;
            }
            if ((flags & 2) != 0) {
                if (meta.getLong(flex) != 0) requireInside(6, meta.getLong(flex));
                flex += 16;
            }
            if ((flags & 4) != 0 && meta.getLong(flex) != 0) requireInside(5, meta.getLong(flex));
            checkChildren(at);
            at += 0x20 + 8 * words;
        }
        assertThat((long) at).isEqualTo(end);
    }

    private void checkMetrics() {
        int header = section(meta, 2);
        for (int i = 0; i < meta.getInt(header + 8); i++) {
            int at = (int) meta.getLong(header) + 32 * i;
            requireInside(2, meta.getLong(at));
            assertThat(name(meta.getLong(at))).isNotBlank();
            for (int k = 0; k < meta.getShort(at + 0x18); k++) {
                int instance = (int) meta.getLong(at + 8) + 16 * k;
                int summary = (int) meta.getLong(at + 0x10) + 24 * k;
                assertThat(name(meta.getLong((int) meta.getLong(instance))))
                        .isEqualTo(name(meta.getLong((int) meta.getLong(summary))))
                        .isEqualTo(new String[] {"point", "function", "execution"}[k]);
                assertThat(name(meta.getLong(summary + 8))).isEqualTo("$$");
                assertThat(meta.getShort(instance + 8)).isEqualTo((short) (3 * i + k));
                assertThat(meta.getShort(summary + 0x12)).isEqualTo((short) (3 * i + k));
            }
        }
    }

    private void checkProfiles() {
        int header = section(profiles, 0);
        int count = profiles.getInt(header + 8);
        assertThat(profiles.get(header + 12)).isEqualTo((byte) 48);
        Map<String, Double> sums = new HashMap<>();
        for (int profile = count - 1; profile >= 0; profile--) {
            int info = (int) profiles.getLong(header) + 48 * profile;
            boolean summary = profiles.getInt(info + 0x28) == 1;
            assertThat(summary).isEqualTo(profile == 0);
            long tuple = profiles.getLong(info + 0x20);
            if (summary) assertThat(tuple).isZero();
            else
                assertThat(tuple)
                        .isGreaterThanOrEqualTo(section(profiles, 1))
                        .matches(at -> at % 8 == 0);
            checkProfile(profile, info, summary, sums);
        }
        assertThat(sums).as("the summary has nothing but sums").isEmpty();
    }

    private void checkProfile(int profile, int info, boolean summary, Map<String, Double> sums) {
        long valueCount = profiles.getLong(info);
        int start = (int) profiles.getLong(info + 8);
        int contextCount = profiles.getInt(info + 0x10);
        int index = (int) profiles.getLong(info + 0x18);
        assertThat(start % 2).isZero();
        assertThat(index % 4).isZero();
        assertThat(index - start - 10 * valueCount).isBetween(0L, 3L);
        int last = -1;
        for (int k = 0; k < contextCount; k++) {
            int context = profiles.getInt(index + 12 * k);
            assertThat(context).isGreaterThan(last);
            assertThat(context == 0 || ids.contains(context)).isTrue();
            last = context;
            long from = profiles.getLong(index + 12 * k + 4);
            long to = k + 1 < contextCount ? profiles.getLong(index + 12 * k + 16) : valueCount;
            assertThat(to).isGreaterThan(from);
            int lastMetric = -1;
            for (long v = from; v < to; v++) {
                int metric = profiles.getShort(start + 10 * (int) v) & 0xFFFF;
                double value = profiles.getDouble(start + 10 * (int) v + 2);
                assertThat(metric).isGreaterThan(lastMetric);
                lastMetric = metric;
                String place = context + " " + metric;
                if (!summary) {
                    values.put(place + " " + profile, value);
                    sums.merge(place, value, Double::sum);
                } else checkSum(place, value, sums.remove(place));
            }
        }
    }

    private static void checkSum(String place, double value, Double sum) {
        assertThat(sum).as(place).isNotNull();
        if (Double.isNaN(sum) || Double.isInfinite(sum)) return;
        double error = Math.abs(value - sum) / Math.max(Math.abs(sum), Double.MIN_NORMAL);
        assertThat(value == sum || error < 1e-12 || Math.abs(value - sum) < 1e-12 * 1e18)
                .as("%s: %s is the sum %s", place, value, sum)
                .isTrue();
    }

    private void checkContexts() {
        int header = section(contexts, 0);
        int count = contexts.getInt(header + 8);
        assertThat(count).isEqualTo(1 + ids.stream().mapToInt(id -> id).max().orElse(0));
        assertThat(contexts.get(header + 12)).isEqualTo((byte) 32);
        for (int context = 0; context < count; context++) {
            int info = (int) contexts.getLong(header) + 32 * context;
            long valueCount = contexts.getLong(info);
            int start = (int) contexts.getLong(info + 8);
            int metricCount = contexts.getShort(info + 0x10) & 0xFFFF;
            int index = (int) contexts.getLong(info + 0x18);
            assertThat(start % 4).isZero();
            assertThat((long) index).isEqualTo(start + 12 * valueCount);
            for (int k = 0; k < metricCount; k++) {
                int metric = contexts.getShort(index + 10 * k) & 0xFFFF;
                long from = contexts.getLong(index + 10 * k + 2);
                long to = k + 1 < metricCount ? contexts.getLong(index + 10 * k + 12) : valueCount;
                int last = 0;
                for (long v = from; v < to; v++) {
                    int profile = contexts.getInt(start + 12 * (int) v);
                    assertThat(profile).isGreaterThan(last);
                    last = profile;
                    assertThat(values.remove(context + " " + metric + " " + profile))
                            .isEqualTo(contexts.getDouble(start + 12 * (int) v + 4));
                }
            }
        }
        assertThat(values).as("values of profile.db that cct.db does not have").isEmpty();
    }
}
