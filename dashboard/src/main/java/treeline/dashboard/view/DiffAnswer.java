package treeline.dashboard.view;

import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;
import treeline.view.DiffTree;

/// Two runs on one call tree, with their notable differences.
public final class DiffAnswer {
    private DiffAnswer() {}

    public static Response of(Numbers a, Numbers b, Reduction over) {
        DiffTree diff = DiffTree.of(a, b, over, OpenRun.MAX_ROWS);
        var names = new FrameNames(diff.rows());
        Changes changes = Changes.of(diff, a, b, over);
        return new ColumnFrame()
                .whole("a_node", diff.aNode())
                .whole("b_node", diff.bNode())
                .whole("parent", diff.rows().parent())
                .whole("frame", names.ofRow())
                .whole("hidden", diff.rows().hidden())
                .real("a", diff.a())
                .real("b", diff.b())
                .real("a_exclusive", diff.aExclusive())
                .real("b_exclusive", diff.bExclusive())
                .with(
                        json -> {
                            names.write(json);
                            json.name("unit").value(a.unit().symbol());
                            json.name("totals").object();
                            json.name("a").value(diff.aTotal());
                            json.name("b").value(diff.bTotal()).end();
                            changes.writeTo(json);
                        });
    }
}
