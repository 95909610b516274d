/// Statistics of Python's cProfile and profile modules.
package treeline.formats.cprofile;
