/// Collapsed stacks, the lines that flame graphs are drawn from, both ways.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.formats.writing, treeline.model,
/// treeline.source, treeline.source.files
package treeline.formats.collapsed;
