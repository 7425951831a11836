import CareModels
import HTTP

/// `PUT /health/settings`: replaces the caller's own; what is absent takes its default.
struct ChangeSettings: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let settings = try request.decode(SettingsChange.self).settings()
        let changed = try await dependencies.pool.transaction { tx in
            try await ReplaceSettings(keys: dependencies.keys)(settings, of: person, request.requireMatch(version:), tx)
        }
        return try .json(SettingsView(changed), version: changed.settingsVersion)
    }
}
