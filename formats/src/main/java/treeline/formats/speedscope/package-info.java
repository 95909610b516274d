/// Profiles in the file format of speedscope.
package treeline.formats.speedscope;
