/// Call trees of timemory.
///
/// Imports: treeline.formats.reading, treeline.model, treeline.source, treeline.source.files
package treeline.formats.timemory;
