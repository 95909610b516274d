/// The Model Context Protocol server: messages, one tool per question, open runs, and answers of
/// limited size.
package treeline.app.mcp;
