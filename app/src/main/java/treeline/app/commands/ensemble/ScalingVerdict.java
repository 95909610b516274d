package treeline.app.commands.ensemble;

import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Measured;
import treeline.model.Unit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.screen.TextWidth;
import treeline.scaling.Scaling;
import treeline.scaling.ScalingResult;
import treeline.scaling.ScalingTable;
import treeline.table.Column;
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

    private final Scaling scaling;
    private final Ensemble ensemble;
    private final ScalingTable found;
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
        this.found = ScalingTable.of(scaling, ensemble, columns, counts);
        this.rows = found.table().columns().stream().map(this::measured).toList();
    }

    private Measured measured(Column column) {
        return switch (column.name()) {
            case ScalingTable.OWN_LOST -> new Measured(column, "own lost", scaling.metric().unit());
            case ScalingTable.OWN_BELOW -> new Measured(column, "own <80 %", Unit.COUNT);
            default -> Measured.plain(column);
        };
    }

    List<Measured> rows() {
        return rows;
    }

    void addTo(Answer answer) {
        found.efficiency()
                .ifPresent(
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
                                found.result().hidden(),
                                ensemble.tree().size(),
                                "nodes",
                                arguments));
        if (found.efficiency().isEmpty() || found.result().settings().size() < 2) return notes;
        notes.add("");
        Optional<String> below = found.efficiency().get().firstBelow(EFFICIENT);
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
                                    found.result().settings().getLast(),
                                    String.join(", ", stops)));
        return notes;
    }

    /// The nodes that lose most, by their name.
    private List<String> stops() {
        Table losses = found.efficiency().orElseThrow().losses(EFFICIENT);
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
        warn(found, scaling.kind() == Scaling.Kind.WEAK_EFFICIENCY, group, console);
    }

    /// @param weak whether weak scaling was asked for
    static void warn(ScalingTable found, boolean weak, String group, Console console) {
        if (found.efficiency().isEmpty()) return;
        Optional<Scaling.Kind> guess = found.efficiency().get().guess();
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
