package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Summary of run metadata: varying keys apart from constant ones. Runs of some tools have thirty
/// keys, of which two vary.
///
/// @param differing the varying keys. Keys that distinguish groups of runs are first, with the
///   fewest values first. Then keys with another value in each run, keys that most runs lack, and
///   keys with one value that some runs lack.
public record MetadataSummary(List<Fact> differing, List<Fact> constant) {
    /// A metadata key with its values.
    ///
    /// @param values the distinct values, sorted
    /// @param missing the number of runs that lack the key
    public record Fact(String name, List<String> values, int missing) {
        public Fact {
            values = List.copyOf(values);
        }

        private int rank(int runs) {
            if (values.size() == 1) return 3;
            if (2 * missing > runs) return 2;
            return values.size() == runs ? 1 : 0;
        }
    }

    public MetadataSummary {
        differing = List.copyOf(differing);
        constant = List.copyOf(constant);
    }

    public static MetadataSummary of(Ensemble ensemble) {
        List<Fact> differing = new ArrayList<>();
        List<Fact> constant = new ArrayList<>();
        for (Fact fact : all(ensemble))
            (fact.values().size() == 1 && fact.missing() == 0 && ensemble.runs() > 1
                            ? constant
                            : differing)
                    .add(fact);
        differing.sort(
                Comparator.comparingInt((Fact fact) -> fact.rank(ensemble.runs()))
                        .thenComparingInt(fact -> fact.values().size()));
        return new MetadataSummary(differing, constant);
    }

    private static List<Fact> all(Ensemble ensemble) {
        Table unique = ensemble.uniqueMetadata();
        List<Fact> facts = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int row = 0; row < unique.rows(); row++) {
            String name = unique.column("column").text(row);
            values.add(unique.column("value").text(row));
            boolean last =
                    row + 1 == unique.rows() || !unique.column("column").text(row + 1).equals(name);
            if (!last) continue;
            facts.add(new Fact(name, values, missing(ensemble, name)));
            values.clear();
        }
        return facts;
    }

    private static int missing(Ensemble ensemble, String name) {
        int missing = 0;
        for (int run = 0; run < ensemble.runs(); run++)
            if (ensemble.metadata(run).get(name).isEmpty()) missing++;
        return missing;
    }
}
