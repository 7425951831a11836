import CareModels
import Foundation
import HTTP
import Postgres
import Sealing

/// `GET /health/settings`: the caller's own; the defaults until they change them.
struct ShowSettings: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let view = try await dependencies.pool.withConnection { try await $0.settings(of: person, dependencies.keys) }
        return try .json(view, version: view.version)
    }
}

extension PostgresRunner {
    /// Also of someone of whom nothing is stored yet, who has no key.
    fileprivate func settings(of person: UserID, _ keys: PersonKeys) async throws -> SettingsView {
        if let monitor = try await monitor(of: person, keys) { return SettingsView(monitor) }
        return SettingsView(MonitorSettings(), effectiveTimeZone: try await accountTimeZone(of: person), version: 0)
    }
}
