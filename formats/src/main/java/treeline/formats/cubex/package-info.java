/// Profiles of Score-P and Scalasca: Cube 4 archives.
package treeline.formats.cubex;
