package treeline.question.run.report;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.pattern.UserPattern;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.input.Session;
import treeline.question.run.ElapsedTimes;
import treeline.question.run.ImbalanceAggregations;
import treeline.question.run.LoopAggregations;
import treeline.single.Drift;
import treeline.single.LoadImbalance;
import treeline.transform.Reduction;
import treeline.view.Findings;
import treeline.view.LoopIterations;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What a report needs in addition to one value per node: elapsed time, imbalance and iterations.
final class ReportPlan implements AggregationPlan {
    private final ElapsedTimes elapsed = new ElapsedTimes();
    private final ImbalanceAggregations uneven;
    private final LoopAggregations loops = LoopAggregations.ofMetric();
    private final LoopAggregations ownLoops = LoopAggregations.exclusive();

    /// @param waiting see [treeline.ledger.Accounts#of]
    ReportPlan(List<UserPattern> waiting) {
        uneven = new ImbalanceAggregations(Locations::defaultFor, waiting);
    }

    @Override
    public void ask(RunValues values, Metric metric) {
        if (!metric.addsUp()) return;
        elapsed.ask(values, metric.in(Scope.INCLUSIVE));
        uneven.ask(values, metric.in(Scope.EXCLUSIVE));
        loops.ask(values, metric);
        ownLoops.ask(values, metric);
    }

    Findings findings(RunOptions.Run run, Session session) throws IOException {
        ImbalanceAggregations.Answers answers = uneven.answers(run, session);
        Locations places = answers.places();
        Numbers means = Numbers.of(run.means(), run.metric());
        var evidence =
                new Findings.Evidence(
                        elapsed.of(run),
                        means.total(means.inclusive(Reduction.MEAN)),
                        run.contexts().size(),
                        places,
                        places.size() < 2
                                ? Optional.empty()
                                : Optional.of(answers.imbalance(LoadImbalance.DEFAULT)),
                        places.by() == Locations.By.RANK ? answers.workload() : Optional.empty(),
                        answers::values,
                        Drift.loops(loops.sums(run)));
        return Findings.of(Numbers.of(run.profile(), run.metric()), run.over(), evidence);
    }

    /// The loops of a run, without their callees.
    List<LoopIterations> ownLoops(RunOptions.Run run) {
        return ownLoops.loops(run);
    }
}
