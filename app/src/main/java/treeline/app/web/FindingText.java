package treeline.app.web;

import treeline.app.terminal.Quantity;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.single.Drift;
import treeline.single.NodePath;
import treeline.view.Findings;

/// What stands out, as sentences: the same ones in `treeline report` and in the dashboard.
public record FindingText(Profile profile, Metric metric, Quantity quantity) {

    public String hotPath(Findings findings) {
        int[] path = findings.hotPath();
        if (path.length == 0) return "nothing has a value above 0";
        int end = path[path.length - 1];
        return "%s holds %s of all %s"
                .formatted(
                        profile.tree().name(end),
                        Quantity.percent(findings.inclusive()[end] / findings.total()),
                        metric.name());
    }

    public String imbalance(Findings findings, Findings.Imbalance imbalance) {
        return "the slowest of %s context%s takes %s longer than the mean at %s"
                .formatted(
                        Quantity.whole(findings.contexts()),
                        findings.contexts() == 1 ? "" : "s",
                        value(imbalance.lost()),
                        path(imbalance.node()));
    }

    public String slowContext(Findings.SlowContext slow) {
        return "%s takes %s more than the median".formatted(context(slow), value(slow.excess()));
    }

    /// The context without its repetition.
    public String context(Findings.SlowContext slow) {
        return profile.contexts()
                .get(slow.contexts()[0])
                .inRepetition(treeline.model.Context.NONE)
                .toString();
    }

    public String drift(Drift.Loop loop) {
        return "iterations of %s become %s by %s over the run"
                .formatted(
                        path(loop.node()),
                        loop.drift() > 0 ? "slower" : "faster",
                        Quantity.percent(Math.abs(loop.drift())));
    }

    public String path(int node) {
        return NodePath.of(profile.tree(), node);
    }

    public String value(double value) {
        return quantity.text(value, metric.unit());
    }
}
