/// Profiles of pprof: `profile.proto`, mostly gzipped, as Go, gperftools and many others write
/// them.
package treeline.formats.pprof;
