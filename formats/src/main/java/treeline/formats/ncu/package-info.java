/// GPU kernels measured by Nsight Compute.
package treeline.formats.ncu;
