/// What a program links to record itself. No dependency but the store and the JDK.
@org.jspecify.annotations.NullMarked
module treeline.record {
    requires static transitive org.jspecify;
    requires transitive treeline.store;
    requires java.management;
    requires jdk.management;
    requires static jdk.jfr;
    requires java.instrument;

    exports treeline.record;
    exports treeline.record.agent;
    exports treeline.record.mpi;
    exports treeline.record.ranks;

    uses treeline.source.ProfileExporter;

    provides treeline.source.ProfileFormat with
            treeline.record.parts.SnapshotFormat;
}
