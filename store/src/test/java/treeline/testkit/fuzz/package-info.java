/// A fuzzer guided by branch coverage. It damages samples and looks for input that a reader or a
/// parser does not survive; each module has tests that give it their subjects.
@org.jspecify.annotations.NullMarked
package treeline.testkit.fuzz;
