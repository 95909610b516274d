/// Call trees and traces of slices: what a thread or a device did from one time to another, as
/// tools that trace record it. Not exported.
///
/// Imports: treeline.array, treeline.formats.reading, treeline.model, treeline.source,
/// treeline.source.files, treeline.source.trace
package treeline.formats.slices;
