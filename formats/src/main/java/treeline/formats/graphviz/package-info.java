/// Call trees as graphs for Graphviz.
///
/// Imports: treeline.array, treeline.formats.writing, treeline.model, treeline.source,
/// treeline.source.files
package treeline.formats.graphviz;
