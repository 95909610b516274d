/// Fuzzing of what the program parses itself: messages of assistants and time windows.
@org.jspecify.annotations.NullMarked
package treeline.app.fuzz;
