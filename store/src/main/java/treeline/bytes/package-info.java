/// Our binary forms: growing arrays of bytes in which they are put together, and the bounds-checked
/// cursor that reads them.
///
/// Imports: treeline.source.files
package treeline.bytes;
