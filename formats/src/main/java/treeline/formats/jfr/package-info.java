/// Recordings of JDK Flight Recorder, read by the JDK's own reader.
package treeline.formats.jfr;
