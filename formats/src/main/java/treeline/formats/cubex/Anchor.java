package treeline.formats.cubex;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The content of `anchor.xml`: everything but the values. Nodes are in document order, which is
/// depth-first; `cnodeIds` are Cube's ids, and locations are in the order of the values in a row.
record Anchor(
        CallTree tree,
        int[] cnodeIds,
        List<Label> labels,
        List<CubeMetric> metrics,
        List<Location> locations,
        Metadata metadata) {

    /// A metric with value files, or one that Cube derives from other metrics.
    record CubeMetric(int id, String name, String type, String dataType, String unit) {

        /// Derived metrics are expressions; the archive holds no values of them.
        boolean isDerived() {
            return type.contains("DERIVED");
        }

        boolean isInclusive() {
            return type.equals("INCLUSIVE");
        }

        Metric.Scope scope() {
            boolean extreme = dataType.equals("MINDOUBLE") || dataType.equals("MAXDOUBLE");
            if (extreme || type.equals("SIMPLE")) return Metric.Scope.POINT;
            return isInclusive() ? Metric.Scope.INCLUSIVE : Metric.Scope.EXCLUSIVE;
        }

        Metric metric() {
            return new Metric(name, unitOf(unit), scope());
        }

        /// The values of the nodes alone, where the archive holds inclusive ones.
        Optional<Metric> derivedExclusive() {
            return scope() == Metric.Scope.INCLUSIVE
                    ? Optional.of(new Metric(name, unitOf(unit), Metric.Scope.EXCLUSIVE))
                    : Optional.empty();
        }

        private static Unit unitOf(String name) {
            return switch (name) {
                case "occ", "" -> Unit.COUNT;
                case "bytes" -> Unit.BYTES;
                default -> Unit.of(name);
            };
        }
    }

    /// A thread or GPU stream; `process` is its rank.
    record Location(
            String host, int process, String processName, int number, String name, boolean gpu) {}

    /// The names of locations and of their processes, in the order of locations, where they differ
    /// by more than their numbers: a master thread and its helpers, ranks and devices.
    List<Label> locationLabels() {
        return Stream.of(
                        Label.of("process", locations.stream().map(Location::processName).toList()),
                        Label.of("location", locations.stream().map(Location::name).toList()))
                .filter(Anchor::saysMoreThanNumbers)
                .toList();
    }

    private static boolean saysMoreThanNumbers(Label label) {
        return label.values().stream().map(text -> text.replaceAll("\\d+", "")).distinct().count()
                > 1;
    }

    /// The contexts of the locations, in their order. Threads are left out where every process has
    /// one only. A location that shares its numbers with an earlier one has its own place as
    /// stream.
    List<Context> contexts() {
        boolean threads =
                locations.stream().mapToInt(Location::process).distinct().count()
                        < locations.size();
        List<Context> contexts = new ArrayList<>();
        Set<Context> taken = new HashSet<>();
        for (int i = 0; i < locations.size(); i++) {
            Location each = locations.get(i);
            Context context = contextOf(each, threads);
            boolean free = taken.add(context);
            contexts.add(
                    free
                            ? context
                            : new Context(each.host, each.process, each.number, i, Context.NONE));
        }
        return contexts;
    }

    private static Context contextOf(Location location, boolean threads) {
        int thread = threads && !location.gpu ? location.number : Context.NONE;
        int stream = threads && location.gpu ? location.number : Context.NONE;
        return new Context(location.host, location.process, thread, stream, Context.NONE);
    }
}
