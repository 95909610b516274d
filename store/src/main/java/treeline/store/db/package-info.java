/// The indexed binary database: any slice of a recording without reading the rest. Specified in
/// `docs/formats/database.md`.
///
/// Imports: treeline.array, treeline.bytes, treeline.cores, treeline.model, treeline.source,
/// treeline.source.files, treeline.source.join, treeline.store.trace, treeline.text
package treeline.store.db;
