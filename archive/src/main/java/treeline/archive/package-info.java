/// An archive: a folder of runs as databases, which is the truth, and an index of them in SQLite,
/// which is a cache.
package treeline.archive;
