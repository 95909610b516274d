/// Call trees and traces of slices: what a thread or a device did from one time to another, as
/// tools that trace record it. Not exported.
package treeline.formats.slices;
