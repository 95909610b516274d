/// What a number over contexts is. Everything that is shown of a profile with several ranks,
/// threads, streams or repetitions asks here, and nothing else averages; docs/reference/numbers.md
/// has the rules with an example each.
///
/// ```java
/// double[] inclusive = Numbers.of(profile, profile.metric("time")).inclusive(Reduction.MEAN);
/// ```
///
/// Imports: treeline.array, treeline.cores, treeline.model, treeline.transform
package treeline.numbers;
