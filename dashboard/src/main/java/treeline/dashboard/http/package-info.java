/// HTTP for the dashboard: access control, limits, parameters and bodies of responses.
package treeline.dashboard.http;
