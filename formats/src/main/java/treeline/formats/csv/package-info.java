/// Plain CSV for spreadsheets and data frames.
///
/// Imports: treeline.formats.reading, treeline.formats.writing, treeline.model, treeline.source,
/// treeline.source.files, treeline.source.join, treeline.text
package treeline.formats.csv;
