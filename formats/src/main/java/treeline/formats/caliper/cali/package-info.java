/// Reader of `.cali` files: lines, fields, the node tree and its references.
///
/// Imports: treeline.array, treeline.formats.caliper.records, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.caliper.cali;
