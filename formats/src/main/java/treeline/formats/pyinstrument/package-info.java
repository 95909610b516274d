/// Sampled Python profiles of pyinstrument.
package treeline.formats.pyinstrument;
