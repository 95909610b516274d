/// Input and output of profiles: formats, opened sources, slices and read reports.
///
/// An opened source has an outline at once and loads values on demand:
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
