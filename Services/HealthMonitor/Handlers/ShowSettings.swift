import CareModels
import HTTP

/// `GET /health/settings`: the caller's own; the defaults until they change them.
struct ShowSettings: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let reads = dependencies.pool.quickReads
        let view =
            if let monitor = try await reads.monitor(of: person, dependencies.keys) {
                SettingsView(monitor)
            } else {
                // Of someone of whom nothing is stored yet, who has no key.
                SettingsView(MonitorSettings(), effectiveTimeZone: try await reads.accountTimeZone(of: person), version: 0)
            }
        return try .json(view, version: view.version)
    }
}
