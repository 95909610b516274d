/// Everybody's files, in and out.
@org.jspecify.annotations.NullMarked
module treeline.formats {
    requires transitive treeline.store;
    requires static org.jspecify;
    requires tools.jackson.core;

    exports treeline.formats;
    exports treeline.formats.caliper;

    uses treeline.source.ProfileFormat;
    uses treeline.source.ProfileExporter;
}
