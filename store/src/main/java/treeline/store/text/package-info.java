/// The compact text form of profiles: one row a call path, values by rank, execution and iteration.
/// Reads the three generations of TinyProf's files and our own dialect, writes the latter.
package treeline.store.text;
