/// Metrics of a database: those stored, those derived by the taxonomy, and the YAML subset in which
/// it is written.
///
/// Imports: treeline.formats.hpctoolkit.files, treeline.source, treeline.source.files
package treeline.formats.hpctoolkit.metrics;
