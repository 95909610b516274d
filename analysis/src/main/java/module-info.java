/// What is computed from profiles. Pure functions over columns: no I/O, clock, logging or cache.
@org.jspecify.annotations.NullMarked
module treeline.analysis {
    requires transitive treeline.store;
    requires static org.jspecify;

    exports treeline.table;
    exports treeline.transform;
    exports treeline.view;
}
