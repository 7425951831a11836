import CareModels
import HTTP

/// `GET /health/settings`: the caller's own; the defaults until they change them.
struct ShowSettings: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let view = try await dependencies.pool.withConnection { connection in
            if let monitor = try await connection.monitor(of: person, dependencies.keys) { return SettingsView(monitor) }
            // Of someone of whom nothing is stored yet, who has no key.
            return SettingsView(MonitorSettings(), effectiveTimeZone: try await connection.accountTimeZone(of: person), version: 0)
        }
        return try .json(view, version: view.version)
    }
}
