/// A small command-line kit: commands are data (name, parameters, options, examples) and a run
/// function. Parsing, help, suggestions and shell completion all come from that data. Our own,
/// because start time counts: a general library takes three times as long to start.
///
/// Imports: treeline.app.terminal, treeline.formats, treeline.question.parameter,
/// treeline.question.screen, treeline.source.files, treeline.text
package treeline.app.cli;
