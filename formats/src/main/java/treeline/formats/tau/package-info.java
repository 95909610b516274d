/// Profiles of TAU: a text file for each rank, context and thread.
///
/// Imports: treeline.formats.reading, treeline.model, treeline.source, treeline.source.files
package treeline.formats.tau;
