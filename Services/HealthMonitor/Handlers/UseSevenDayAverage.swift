import CareModels
import HTTP

/// `POST /health/settings/seven-day-average`: makes the caller's 7-day average their boundary.
struct UseSevenDayAverage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let adopt = AdoptAverage(keys: dependencies.keys, now: dependencies.moment)
        let changed = try await dependencies.pool.transaction { tx in
            try await adopt(of: person, request.requireMatch(version:), tx)
        }
        return try .json(SettingsView(changed), version: changed.settingsVersion)
    }
}
