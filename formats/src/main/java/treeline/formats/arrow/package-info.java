/// Arrow IPC, which is Feather version 2 too: a profile as one table for data frames.
///
/// Imports: treeline.bytes, treeline.formats.writing, treeline.model, treeline.source
package treeline.formats.arrow;
