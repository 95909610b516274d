/// How fast other tools' files are read, with the peer's measured rate beside ours.
package treeline.bench.formats;
