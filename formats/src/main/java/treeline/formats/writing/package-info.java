/// What several writers need: a profile as samples, and what forms of other tools leave out.
///
/// Imports: treeline.model, treeline.runs, treeline.source, treeline.source.files, treeline.text
package treeline.formats.writing;
