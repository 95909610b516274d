/// The registry of formats; each tool's reader is a package below.
///
/// Start here: a path of any tool becomes a profile.
///
/// ```java
/// try (ProfileSource source = Formats.all().open(path)) {
///     Profile run = source.load(Slice.everything());
/// }
/// ```
package treeline.formats;
