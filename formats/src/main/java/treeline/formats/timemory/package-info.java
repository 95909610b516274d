/// Call trees of timemory.
///
/// Imports: treeline.formats.reading, treeline.model, treeline.source, treeline.source.files,
/// treeline.source.join
package treeline.formats.timemory;
