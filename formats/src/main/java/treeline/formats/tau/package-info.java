/// Profiles of TAU: a text file for each rank, context and thread.
package treeline.formats.tau;
