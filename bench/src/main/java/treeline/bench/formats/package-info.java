/// How fast other tools' files are read, with the peer's measured rate beside ours, and the
/// generators of their inputs.
package treeline.bench.formats;
