/// The questions of the command line for assistants, over the Model Context Protocol: messages,
/// tools, the runs that are open, and answers of bounded size.
package treeline.app.mcp;
