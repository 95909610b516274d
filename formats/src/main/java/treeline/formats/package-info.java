/// The registry of formats; each tool's reader is a package below.
///
/// Start here: a path of any tool becomes a profile.
///
/// ```java
/// try (ProfileSource source = Formats.all().open(path)) {
///     Profile run = source.load(Slice.everything());
/// }
/// ```
///
/// Imports: treeline.formats.arrow, treeline.formats.caliper, treeline.formats.chrometrace,
/// treeline.formats.collapsed, treeline.formats.cprofile, treeline.formats.csv,
/// treeline.formats.cubex, treeline.formats.gprof2dot, treeline.formats.graphviz,
/// treeline.formats.hatchet, treeline.formats.hpctoolkit, treeline.formats.hpctoolkitxml,
/// treeline.formats.jfr, treeline.formats.ncu, treeline.formats.nsys, treeline.formats.otf2,
/// treeline.formats.parquet, treeline.formats.perf, treeline.formats.perfetto,
/// treeline.formats.pprof, treeline.formats.pyinstrument, treeline.formats.rocprof,
/// treeline.formats.speedscope, treeline.formats.tau, treeline.formats.thicket,
/// treeline.formats.timemory, treeline.model, treeline.runs, treeline.source,
/// treeline.source.files, treeline.source.join, treeline.store.db, treeline.store.text,
/// treeline.store.trace, treeline.text
package treeline.formats;
