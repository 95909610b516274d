/// What ranks send to their aggregator and how it becomes files: messages of call paths and values,
/// the parts of a recording that are made of them, snapshots, and the folder where all of it lies.
/// Programs that are recorded do not see this package.
///
/// Imports: treeline.array, treeline.model, treeline.source, treeline.source.files,
/// treeline.source.join, treeline.store.db, treeline.store.trace
package treeline.record.parts;
