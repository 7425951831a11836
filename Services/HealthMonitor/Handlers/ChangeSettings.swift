import CareModels
import Foundation
import HTTP
import Postgres

/// `PUT /health/settings`: replaces the caller's own; what is absent takes its default.
struct ChangeSettings: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let settings = try request.decode(SettingsChange.self).settings(isTimeZone: Self.isTimeZone)
        return try await dependencies.pool.transaction { tx in
            var monitor = try await tx.lockMonitor(of: person, dependencies.keys)
            try request.requireMatch(version: monitor.settingsVersion)
            monitor.change(to: settings)
            try await tx.save(monitor)
            return try .json(SettingsView(monitor), version: monitor.settingsVersion)
        }
    }

    private static func isTimeZone(_ name: String) -> Bool {
        var validation = Validation()
        return validation.timeZone(name, "timeZone", required: true) != nil
    }
}
