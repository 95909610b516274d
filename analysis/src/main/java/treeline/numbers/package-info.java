/// What a number over contexts is: what a run does at each node, and whether a rank works or waits
/// there.
package treeline.numbers;
