/// How profiles come in: what a format is, what an opened source gives, how a slice is chosen, and
/// how bad input is told.
package treeline.source;
