/// The indexed binary database: any slice of a recording without reading the rest. Specified in
/// `docs/formats/database.md`.
package treeline.store.db;
