/// The dashboard of linked views, served on this machine or as one file.
@org.jspecify.annotations.NullMarked
module treeline.dashboard {
    requires transitive treeline.analysis;
    requires transitive treeline.formats;
    requires transitive treeline.question;
    requires java.management;
    requires jdk.httpserver;
    requires jdk.management;
    requires static org.jspecify;

    exports treeline.dashboard.ensemble to
            treeline.app,
            treeline.library;
    exports treeline.dashboard.runs to
            treeline.app,
            treeline.library;
    exports treeline.dashboard to
            treeline.app,
            treeline.library;
}
