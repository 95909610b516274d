/// Profile model, sources and slices of profiles, and the two stored formats. It depends on the JDK
/// only, because recorded programs include this module.
@org.jspecify.annotations.NullMarked
module treeline.store {
    requires static org.jspecify;

    exports treeline.array to
            treeline.analysis,
            treeline.app,
            treeline.archive,
            treeline.dashboard,
            treeline.formats,
            treeline.question,
            treeline.record;
    exports treeline.bytes to
            treeline.formats;
    exports treeline.cores to
            treeline.analysis,
            treeline.app;
    exports treeline.model;
    exports treeline.runs to
            treeline.analysis,
            treeline.app,
            treeline.archive,
            treeline.formats,
            treeline.question;
    exports treeline.source;
    exports treeline.source.files;
    exports treeline.source.join to
            treeline.app,
            treeline.dashboard,
            treeline.formats,
            treeline.record;
    exports treeline.source.trace;
    exports treeline.store.db to
            treeline.app,
            treeline.archive,
            treeline.formats,
            treeline.question,
            treeline.record;
    exports treeline.store.trace to
            treeline.app,
            treeline.formats,
            treeline.record;
    exports treeline.store.text to
            treeline.formats,
            treeline.record;
    exports treeline.text to
            treeline.analysis,
            treeline.app,
            treeline.dashboard,
            treeline.formats,
            treeline.question,
            treeline.record;

    uses treeline.source.files.RemoteFiles;
}
