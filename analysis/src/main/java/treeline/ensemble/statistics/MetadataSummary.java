package treeline.ensemble.statistics;

import treeline.ensemble.Ensemble;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Summary of run metadata: varying keys apart from constant ones. Runs of some tools have thirty
/// keys, of which two vary.
///
/// @param differing those with the fewest values first, because runs are grouped by these
public record MetadataSummary(List<Fact> differing, List<Fact> constant) {
    /// One piece of metadata.
    ///
    /// @param values the different ones, in order
    /// @param missing runs that do not have it
    public record Fact(String name, List<String> values, int missing) {
        public Fact {
            values = List.copyOf(values);
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
        differing.sort(Comparator.comparingInt(fact -> fact.values().size()));
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
