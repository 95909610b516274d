/// Call graphs that gprof2dot drew.
///
/// Imports: treeline.formats.reading, treeline.model, treeline.source, treeline.source.files
package treeline.formats.gprof2dot;
