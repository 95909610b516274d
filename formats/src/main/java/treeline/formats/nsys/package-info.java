/// What Nsight Systems exports to SQLite.
package treeline.formats.nsys;
