/// Recorder that programs link to. It depends on the store and the JDK only.
@org.jspecify.annotations.NullMarked
module treeline.record {
    requires static org.jspecify;
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
