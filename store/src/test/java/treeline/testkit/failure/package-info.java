/// What a failed test leaves for people and CI systems: one folder with all that explains it.
@org.jspecify.annotations.NullMarked
package treeline.testkit.failure;
