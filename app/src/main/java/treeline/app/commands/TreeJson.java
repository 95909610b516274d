package treeline.app.commands;

import treeline.app.cli.Value;
import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.table.JsonWriter;
import treeline.view.TreeRows;

/// The rows of a call tree for programs: nodes name their parents, so nothing is nested.
final class TreeJson {
    private TreeJson() {}

    static void write(JsonWriter json, Profile profile, TreeRows rows) {
        json.object().name("metric").object();
        json.name("name").value(rows.metric().name());
        json.name("unit").value(rows.metric().unit().symbol());
        json.name("scope").value(Value.nameOf(rows.metric().scope())).end();
        json.name("of").value(Value.nameOf(rows.over()));
        json.name("contexts").value(rows.contexts());
        json.name("total").value(rows.total());
        json.name("rows").array();
        for (TreeRows.Row row : rows.rows()) write(json, profile, row);
        json.end().end();
    }

    private static void write(JsonWriter json, Profile profile, TreeRows.Row row) {
        json.object();
        switch (row) {
            case TreeRows.Shown shown -> {
                json.name("node").value(shown.node());
                int parent = profile.tree().parent(shown.node());
                if (parent != CallTree.NO_PARENT) json.name("parent").value(parent);
                json.name("name").value(profile.tree().name(shown.node()));
                json.name("hot").value(shown.hot());
                if (shown.hiddenBelow() > 0) json.name("hiddenBelow").value(shown.hiddenBelow());
            }
            case TreeRows.Elided elided -> json.name("elided").value(elided.nodes());
        }
        json.name("depth").value(row.depth());
        json.name("value").value(row.value());
        json.name("share").value(row.share()).end();
    }
}
