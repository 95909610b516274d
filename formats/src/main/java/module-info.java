/// Everybody's files, in and out.
@org.jspecify.annotations.NullMarked
module treeline.formats {
    requires transitive treeline.store;
    requires static org.jspecify;
    requires java.xml;
    requires tools.jackson.core;

    exports treeline.formats;
    exports treeline.formats.cubex;
    exports treeline.formats.tau;

    uses treeline.source.ProfileFormat;
    uses treeline.source.ProfileExporter;
}
