/// Joins the sub-files of one recording into one source: trees are merged, contexts concatenated.
///
/// Imports: treeline.cores, treeline.model, treeline.source, treeline.source.files,
/// treeline.source.trace, treeline.text
package treeline.source.join;
