package treeline.testkit.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// The inputs that long runs found and that later runs start from: a zip file per subject among the
/// test resources, with entries named `SAMPLE-NUMBER`. Only short inputs that reach branches which
/// the samples do not reach are stored.
final class FuzzCorpus {
    private static final int MAX_INPUTS = 24;
    private static final int MAX_INPUT_BYTES = 4 << 10;
    private static final LocalDateTime ANY_TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private FuzzCorpus() {}

    /// Inputs in the order of their samples; empty if the resource is absent.
    static Map<Integer, List<byte[]>> read(Class<?> owner, String name) throws IOException {
        Map<Integer, List<byte[]>> inputs = new TreeMap<>();
        try (InputStream resource = owner.getResourceAsStream("/fuzz/" + name + ".zip")) {
            if (resource == null) return inputs;
            var zip = new ZipInputStream(new ByteArrayInputStream(resource.readAllBytes()));
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                int sample = Integer.parseInt(entry.getName().split("-")[0]);
                inputs.computeIfAbsent(sample, _ -> new ArrayList<>()).add(zip.readAllBytes());
            }
        }
        return inputs;
    }

    /// Greedy set cover, shortest input first, of the branches that the samples do not reach.
    static List<Fuzzer.Entry> distilled(
            List<Fuzzer.Entry> samples,
            List<Fuzzer.Entry> found,
            Function<Fuzzer.Entry, BitSet> branches) {
        var covered = new BitSet();
        for (Fuzzer.Entry sample : samples) covered.or(branches.apply(sample));
        List<Fuzzer.Entry> kept = new ArrayList<>();
        List<Fuzzer.Entry> shortest =
                found.stream()
                        .filter(entry -> entry.bytes().length <= MAX_INPUT_BYTES)
                        .sorted(Comparator.comparingInt(entry -> entry.bytes().length))
                        .toList();
        for (Fuzzer.Entry entry : shortest) {
            BitSet added = branches.apply(entry);
            added.andNot(covered);
            if (added.isEmpty()) continue;
            covered.or(added);
            kept.add(entry);
            if (kept.size() == MAX_INPUTS) break;
        }
        return kept;
    }

    static void write(Path file, List<Path> samples, List<Fuzzer.Entry> inputs) throws IOException {
        if (inputs.isEmpty()) return;
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < inputs.size(); i++) {
                int sample = samples.indexOf(inputs.get(i).sample());
                var entry = new ZipEntry("%d-%02d".formatted(sample, i));
                entry.setTimeLocal(ANY_TIME);
                zip.putNextEntry(entry);
                zip.write(inputs.get(i).bytes());
            }
        }
    }
}
