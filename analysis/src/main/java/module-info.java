/// What is computed from profiles. Pure functions over columns: no I/O, clock, logging or cache.
@org.jspecify.annotations.NullMarked
module treeline.analysis {
    requires transitive treeline.store;
    requires static org.jspecify;
    requires hipparchus.core;
    requires hipparchus.stat;

    exports treeline.aggregate;
    exports treeline.breakdown;
    exports treeline.cluster;
    exports treeline.compare;
    exports treeline.ensemble;
    exports treeline.ensemble.metadata;
    exports treeline.ensemble.statistics;
    exports treeline.figure;
    exports treeline.numbers;
    exports treeline.numbers.activity;
    exports treeline.plot;
    exports treeline.plot.draw;
    exports treeline.prune;
    exports treeline.query;
    exports treeline.scaling;
    exports treeline.scaling.model;
    exports treeline.scaling.search;
    exports treeline.select;
    exports treeline.single;
    exports treeline.statement;
    exports treeline.table;
    exports treeline.trace;
    exports treeline.transform;
    exports treeline.view;
}
