/// Numbers in arrays: lists that grow, indexes in order, binary search, depth-first order,
/// percentiles. What several classes would otherwise do by hand.
package treeline.array;
