/// Arrow IPC, which is Feather version 2 too: a profile as one table for data frames.
package treeline.formats.arrow;
