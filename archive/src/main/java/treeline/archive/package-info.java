/// An archive: a folder of runs as databases, which is the truth, and an index of them in SQLite,
/// which is a cache.
///
/// ```java
/// import java.nio.file.Path;
/// import treeline.archive.*;
/// Archive archive = Archive.atOrNew(Path.of("out/archive"));
/// archive.add(profile, RunLabel.of(profile.metadata(), Instant.now()).ofBranch("main"));
/// List<ArchivedRun> runs = archive.ask(ArchiveIndex::runs);
/// ```
///
/// Imports: treeline.compare, treeline.formats, treeline.model, treeline.numbers, treeline.runs,
/// treeline.single, treeline.source, treeline.source.files, treeline.store.db, treeline.table,
/// treeline.transform
package treeline.archive;
