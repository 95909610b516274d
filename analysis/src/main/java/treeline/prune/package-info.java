/// Which nodes of a large call tree stay, decided before values are loaded.
///
/// ```java
/// import treeline.prune.PruneRules;
/// import treeline.prune.Pruning;
/// Pruning pruning = Pruning.of(PruneRules.below(1), PruneRules.inside(Library.MPI));
/// Profile small = pruning.in(profile.outline(), Numbers.of(profile, "time")).of(profile);
/// ```
///
/// Imports: treeline.ledger, treeline.model, treeline.numbers, treeline.pattern, treeline.transform
package treeline.prune;
