/// Growing arrays of bytes, which binary forms are put together in.
package treeline.bytes;
