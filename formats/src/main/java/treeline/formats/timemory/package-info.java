/// Call trees of timemory.
package treeline.formats.timemory;
