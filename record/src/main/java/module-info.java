/// What a program links to record itself. No dependency but the store and the JDK.
@org.jspecify.annotations.NullMarked
module treeline.record {
    requires static transitive org.jspecify;
    requires transitive treeline.store;
    requires java.management;
    requires jdk.management;

    uses treeline.source.ProfileExporter;

    exports treeline.record;
    exports treeline.record.mpi;
}
