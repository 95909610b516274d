/// Fuzzing of every format: damages the samples of its contract test and looks for bytes that a
/// reader does not survive.
@org.jspecify.annotations.NullMarked
package treeline.formats.fuzz;
