/// How fast the files of other tools are read, with the peer's measured rate beside ours.
package treeline.bench.formats;
