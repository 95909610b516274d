/// The profile model, how a source of profiles is opened and sliced, and the two stored forms. No
/// dependency but the JDK, because programs that are recorded carry this module.
@org.jspecify.annotations.NullMarked
module treeline.store {
    requires static transitive org.jspecify;

    exports treeline.cores;
    exports treeline.model;
    exports treeline.runs;
    exports treeline.source;
    exports treeline.source.files;
    exports treeline.source.join;
    exports treeline.source.trace;
    exports treeline.store.db;
    exports treeline.store.text;
    exports treeline.text;

    uses treeline.source.files.RemoteFiles;
}
