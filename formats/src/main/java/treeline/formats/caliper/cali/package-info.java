/// Reader of `.cali` files: lines, fields, the node tree and its references.
package treeline.formats.caliper.cali;
