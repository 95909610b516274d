/// The door for programs and notebooks.
@org.jspecify.annotations.NullMarked
module treeline.library {
    requires transitive treeline.dashboard;
    requires static org.jspecify;

    exports treeline;
}
