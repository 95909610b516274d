/// Metadata of runs as values: equality and order, run filters such as `ranks >= 64`, and the
/// parser of conditions.
///
/// Imports: treeline.model, treeline.pattern, treeline.text
package treeline.ensemble.metadata;
