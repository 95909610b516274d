/// The agent: records methods of a program that was not changed for it, by instrumenting their
/// classes as they are loaded.
package treeline.record.agent;
