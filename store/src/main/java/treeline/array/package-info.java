/// Numbers in arrays: lists that grow, indexes in order, percentiles. What several classes would
/// otherwise do by hand.
package treeline.array;
