package treeline.bench.formats;

import treeline.bench.formats.HpctoolkitGenerator.Answers;
import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.model.Metric;
import treeline.source.Input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// A database of [HpctoolkitGenerator] in a folder, and what a reader must find in it.
public record GeneratedDatabase(Path folder, Answers answers) {
    /// Generates it, unless it is there.
    public static GeneratedDatabase at(Path folder, int nodes, int ranks) throws IOException {
        boolean isThere = Files.exists(folder.resolve("answers.txt"));
        return new GeneratedDatabase(
                folder,
                isThere
                        ? HpctoolkitGenerator.answersOf(folder)
                        : HpctoolkitGenerator.write(folder, nodes, ranks));
    }

    public HpctoolkitSource open() throws IOException {
        return new HpctoolkitFormat().open(Input.of(folder.toString()));
    }

    /// The nodes with the longest inclusive times.
    public int[] hottest(HpctoolkitSource source, int count) {
        return IntStream.range(0, count).map(i -> source.nodeOf(answers.hottest().at(i))).toArray();
    }

    /// The first metric of a scope.
    public static int metric(HpctoolkitSource source, Metric.Scope scope) {
        List<Metric> metrics = source.outline().metrics();
        return IntStream.range(0, metrics.size())
                .filter(i -> metrics.get(i).scope() == scope)
                .findFirst()
                .orElseThrow();
    }

    public static void require(boolean holds, String what) {
        if (!holds) throw new AssertionError("not the known answer: " + what);
    }
}
