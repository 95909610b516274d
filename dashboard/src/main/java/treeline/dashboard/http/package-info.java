/// HTTP for the dashboard: access control, limits, parameters and bodies of responses.
///
/// Imports: treeline.model, treeline.source, treeline.transform
package treeline.dashboard.http;
