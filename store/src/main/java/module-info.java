/// The profile model, how a source of profiles is opened and sliced, and the two stored forms. No
/// dependency but the JDK, because programs that are recorded carry this module.
@org.jspecify.annotations.NullMarked
module treeline.store {
    requires static transitive org.jspecify;

    exports treeline.model;
    exports treeline.source;
    exports treeline.store.db;
    exports treeline.store.text;

    uses treeline.source.RemoteFiles;
}
