/// How profiles come in: what a format is, what an opened source gives, how a slice is chosen, and
/// how bad input is told.
///
/// What is opened has an outline at once and loads what is asked for:
///
/// ```java
/// try (ProfileSource source = Formats.all().open(path)) {
///     List<Metric> metrics = source.outline().metrics();
///     Profile firstRank = source.load(Slice.everything().withContexts(Slice.ofRank(source.outline().contexts(), 0)));
/// }
/// ```
///
/// Imports: treeline.model, treeline.source.files, treeline.source.trace, treeline.text
package treeline.source;
