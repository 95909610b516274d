/// The run list of an ensemble that is stored as one profile, and the detection of copied runs.
///
/// Imports: treeline.model
package treeline.runs;
