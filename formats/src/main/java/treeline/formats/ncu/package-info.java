/// GPU kernels measured by Nsight Compute.
///
/// Imports: treeline.formats.reading, treeline.model, treeline.source, treeline.source.files
package treeline.formats.ncu;
