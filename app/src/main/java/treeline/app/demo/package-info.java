/// The annotated parallel program that `treeline demo` records.
///
/// Imports: treeline.record, treeline.record.ranks
package treeline.app.demo;
