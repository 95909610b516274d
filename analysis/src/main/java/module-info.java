/// What is computed from profiles. Pure functions over columns: no I/O, clock, logging or cache.
@org.jspecify.annotations.NullMarked
module treeline.analysis {
    requires transitive treeline.store;
    requires static org.jspecify;
    requires hipparchus.core;
    requires hipparchus.stat;
    requires re2j;

    exports treeline.aggregate to
            treeline.app,
            treeline.library,
            treeline.question;
    exports treeline.breakdown to
            treeline.question;
    exports treeline.cluster to
            treeline.app,
            treeline.library,
            treeline.question;
    exports treeline.compare to
            treeline.app,
            treeline.archive,
            treeline.dashboard,
            treeline.question;
    exports treeline.ensemble to
            treeline.app,
            treeline.dashboard,
            treeline.library,
            treeline.question;
    exports treeline.ensemble.metadata to
            treeline.app,
            treeline.dashboard,
            treeline.question;
    exports treeline.ensemble.statistics to
            treeline.app,
            treeline.dashboard,
            treeline.library,
            treeline.question;
    exports treeline.figure to
            treeline.app,
            treeline.question;
    exports treeline.numbers to
            treeline.app,
            treeline.archive,
            treeline.dashboard,
            treeline.library,
            treeline.question;
    exports treeline.ledger to
            treeline.dashboard,
            treeline.question;
    exports treeline.pattern to
            treeline.app,
            treeline.dashboard,
            treeline.question;
    exports treeline.plot to
            treeline.app,
            treeline.dashboard,
            treeline.question;
    exports treeline.plot.draw to
            treeline.app;
    exports treeline.prune to
            treeline.app,
            treeline.question;
    exports treeline.query to
            treeline.library,
            treeline.question;
    exports treeline.scaling to
            treeline.app,
            treeline.library,
            treeline.question;
    exports treeline.scaling.model to
            treeline.dashboard,
            treeline.library,
            treeline.question;
    exports treeline.scaling.search to
            treeline.dashboard,
            treeline.question;
    exports treeline.select to
            treeline.library,
            treeline.question;
    exports treeline.single to
            treeline.app,
            treeline.archive,
            treeline.dashboard,
            treeline.library,
            treeline.question;
    exports treeline.statement to
            treeline.app,
            treeline.dashboard,
            treeline.question;
    exports treeline.table;
    exports treeline.trace to
            treeline.dashboard,
            treeline.question;
    exports treeline.trace.calls to
            treeline.question;
    exports treeline.trace.clock to
            treeline.question;
    exports treeline.trace.communication to
            treeline.dashboard,
            treeline.question;
    exports treeline.trace.device to
            treeline.question;
    exports treeline.trace.laws to
            treeline.question;
    exports treeline.trace.path to
            treeline.dashboard,
            treeline.question;
    exports treeline.trace.pattern to
            treeline.question;
    exports treeline.trace.waiting to
            treeline.dashboard,
            treeline.question;
    exports treeline.trace.timeline to
            treeline.app,
            treeline.dashboard,
            treeline.question;
    exports treeline.transform;
    exports treeline.view to
            treeline.app,
            treeline.dashboard,
            treeline.question;
}
