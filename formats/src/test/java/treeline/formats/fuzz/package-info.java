/// A fuzzer guided by branch coverage: it damages the samples of every format and looks for bytes
/// that a reader does not survive.
@org.jspecify.annotations.NullMarked
package treeline.formats.fuzz;
