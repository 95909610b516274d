/// Call graphs that gprof2dot drew.
package treeline.formats.gprof2dot;
