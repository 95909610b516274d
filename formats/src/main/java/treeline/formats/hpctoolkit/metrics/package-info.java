/// Metrics of a database: those stored, those derived by the taxonomy, and the YAML subset in which
/// it is written.
package treeline.formats.hpctoolkit.metrics;
