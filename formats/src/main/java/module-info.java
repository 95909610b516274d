/// Everybody's files, in and out.
@org.jspecify.annotations.NullMarked
module treeline.formats {
    requires transitive treeline.store;
    requires static org.jspecify;
    requires tools.jackson.core;
    requires java.xml;

    exports treeline.formats;
    exports treeline.formats.hpctoolkit;
    exports treeline.formats.hpctoolkitxml;

    uses treeline.source.ProfileFormat;
    uses treeline.source.ProfileExporter;
}
