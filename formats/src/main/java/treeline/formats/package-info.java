/// The registry of formats; each tool's reader is a package below.
package treeline.formats;
