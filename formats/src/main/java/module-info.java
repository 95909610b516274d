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

    exports treeline.formats;
    exports treeline.formats.arrow;
    exports treeline.formats.caliper;
    exports treeline.formats.chrometrace;
    exports treeline.formats.collapsed;
    exports treeline.formats.cprofile;
    exports treeline.formats.csv;
    exports treeline.formats.cubex;
    exports treeline.formats.gprof2dot;
    exports treeline.formats.graphviz;
    exports treeline.formats.hatchet;
    exports treeline.formats.hpctoolkit;
    exports treeline.formats.hpctoolkitxml;
    exports treeline.formats.jfr;
    exports treeline.formats.ncu;
    exports treeline.formats.nsys;
    exports treeline.formats.parquet;
    exports treeline.formats.perf;
    exports treeline.formats.pprof;
    exports treeline.formats.pyinstrument;
    exports treeline.formats.speedscope;
    exports treeline.formats.tau;
    exports treeline.formats.thicket;
    exports treeline.formats.timemory;

    uses treeline.source.ProfileFormat;
    uses treeline.source.ProfileExporter;
}
