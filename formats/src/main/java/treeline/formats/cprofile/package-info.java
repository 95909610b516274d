/// Statistics of Python's cProfile and profile modules.
///
/// Imports: treeline.formats.reading, treeline.model, treeline.source, treeline.source.files
package treeline.formats.cprofile;
