/// Everybody's files, in and out.
@org.jspecify.annotations.NullMarked
module treeline.formats {
    requires transitive treeline.store;
    requires static org.jspecify;
    requires java.sql;
    requires java.xml;
    requires jdk.jfr;
    requires org.xerial.sqlitejdbc;
    requires tools.jackson.core;

    exports treeline.formats to
            treeline.app,
            treeline.archive,
            treeline.dashboard,
            treeline.library,
            treeline.question;
    exports treeline.formats.parquet to
            treeline.library;
    exports treeline.formats.thicket to
            treeline.app;

    uses treeline.source.ProfileFormat;
    uses treeline.source.ProfileExporter;
}
