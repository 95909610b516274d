/// Chrome trace events, the JSON of Chrome, Perfetto, PyTorch's profiler and JAX.
package treeline.formats.chrometrace;
