/// File access for readers and writers: memory-mapped bytes, remote and piped input, atomic writes
/// of files and folders, and the exceptions for malformed or changed files.
package treeline.source.files;
