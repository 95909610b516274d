/// File access for readers and writers: memory-mapped bytes, remote and piped input, atomic writes
/// of files and folders, format versions, and the exceptions for malformed or changed files.
///
/// Imports: treeline.cores, treeline.model, treeline.text
package treeline.source.files;
