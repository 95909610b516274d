package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.commands.input.RunOptions;
import treeline.app.terminal.Console;
import treeline.app.terminal.TextWidth;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.Unit;
import treeline.scaling.Scaling;
import treeline.scaling.ScalingResult;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How some runs scale, with the nodes that lose most time against perfect scaling first, and in a
/// sentence how far scaling is worth it.
final class ScalingVerdict {
    private static final double EFFICIENT = ScalingResult.USUAL_EFFICIENCY;
    private static final int MOST_NODES = 3;
    private static final String LOST = "lost";
    private static final String BELOW = "first_below";

    /// Before the names of columns that are of a node without its callees: those beside them may be
    /// inclusive.
    private static final String OWN = "own_";

    private final Scaling scaling;
    private final Ensemble ensemble;
    private final ScalingResult result;
    private final Optional<ScalingResult> efficiency;
    private final List<Measured> rows;
    private final Arguments arguments;

    /// @param columns settings of all groups, so that their tables have the same columns
    /// @param counts whether settings are numbers of processes, of which some time is perfect
    ScalingVerdict(
            Scaling scaling,
            Ensemble ensemble,
            List<String> columns,
            boolean counts,
            Arguments arguments) {
        this.scaling = scaling;
        this.ensemble = ensemble;
        this.arguments = arguments;
        this.result = scaling.on(ensemble);
        this.efficiency = counts ? Optional.of(efficient().on(ensemble)) : Optional.empty();
        this.rows = columns(columns);
    }

    private Scaling efficient() {
        return scaling.kind() == Scaling.Kind.SPEEDUP
                ? scaling.as(Scaling.Kind.STRONG_EFFICIENCY)
                : scaling;
    }

    private List<Measured> columns(List<String> all) {
        Table table = ordered();
        List<Measured> shown = new ArrayList<>();
        shown.add(Measured.plain(table.column("node")));
        shown.add(Measured.plain(table.column("path")));
        if (efficiency.isPresent()) {
            Column lost = table.column(LOST).renamed(OWN + LOST);
            Column below = table.column(BELOW).renamed(OWN + BELOW);
            shown.add(new Measured(lost, "own lost", scaling.metric().unit()));
            shown.add(new Measured(below, "own <80 %", Unit.COUNT));
        }
        for (String setting : all)
            shown.add(
                    Measured.plain(
                            table.names().contains(setting)
                                    ? table.column(setting)
                                    : Column.real(setting, table.rows(), _ -> Double.NaN)));
        return shown;
    }

    /// What loses most, or where no time is perfect, what is largest comes first.
    private Table ordered() {
        Table table = result.table();
        if (efficiency.isPresent())
            return table.leftJoin(
                            efficiency.get().losses(EFFICIENT).select("node", BELOW, LOST), "node")
                    .sort(Order.descending(LOST));
        double[] largest = Statistics.values(ensemble, scaling.metric(), Statistic.MAX);
        String order = "largest value";
        return table.with(
                        Column.real(
                                order,
                                table.rows(),
                                row -> largest[(int) table.whole("node").at(row)]))
                .sort(Order.descending(order));
    }

    List<Measured> rows() {
        return rows;
    }

    void addTo(Answer answer) {
        efficiency.ifPresent(
                scaled ->
                        answer.with(
                                json -> {
                                    json.name(BELOW);
                                    scaled.firstBelow(EFFICIENT)
                                            .ifPresentOrElse(json::value, json::nullValue);
                                }));
        answer.add(rows, notes());
    }

    /// Below the table.
    List<String> notes() {
        List<String> notes =
                new ArrayList<>(
                        ShownRows.notes(
                                result.hidden(), ensemble.tree().size(), "nodes", arguments));
        if (efficiency.isEmpty() || result.settings().size() < 2) return notes;
        notes.add("");
        Optional<String> below = efficiency.get().firstBelow(EFFICIENT);
        String whole = arguments.has(RunOptions.KEEP) ? "what is kept" : "the whole run";
        notes.add(
                below.isPresent()
                        ? "%s is below 80 %% efficiency from %s = %s on"
                                .formatted(whole, scaling.column(), below.get())
                        : whole + " is nowhere below 80 % efficiency");
        List<String> stops = stops();
        if (!stops.isEmpty())
            notes.add(
                    "most time is lost at %s = %s in %s"
                            .formatted(
                                    scaling.column(),
                                    result.settings().getLast(),
                                    String.join(", ", stops)));
        return notes;
    }

    /// The nodes that lose most, by their name.
    private List<String> stops() {
        Table losses = efficiency.orElseThrow().losses(EFFICIENT);
        List<String> stops = new ArrayList<>();
        for (int row = 0; row < Math.min(MOST_NODES, losses.rows()); row++) {
            double lost = losses.real(LOST).at(row);
            if (!(lost > 0)) break;
            String name = ensemble.tree().name((int) losses.whole("node").at(row));
            stops.add(
                    "%s (%s)"
                            .formatted(
                                    TextWidth.printable(name),
                                    new Quantity(3, true).text(lost, scaling.metric().unit())));
        }
        return stops;
    }

    /// Where runs look as if they scale in another way than was asked for.
    void warn(String group, Console console) {
        if (efficiency.isEmpty()) return;
        Optional<Scaling.Kind> guess = efficiency.get().guess();
        boolean weak = scaling.kind() == Scaling.Kind.WEAK_EFFICIENCY;
        if (!weak && guess.equals(Optional.of(Scaling.Kind.WEAK_EFFICIENCY)))
            console.warn(
                    group
                            + "times do not fall with more processes; if the problem grows with"
                            + " them, ask for --kind weak_efficiency");
        if (weak && guess.equals(Optional.of(Scaling.Kind.STRONG_EFFICIENCY)))
            console.warn(
                    group
                            + "times fall with more processes; if the problem is the same, ask for"
                            + " --kind strong_efficiency");
    }
}
