import CareModels
import HTTP
import Outbox

/// `POST /health/settings/seven-day-average`: makes the caller's 7-day average their boundary.
struct UseSevenDayAverage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let adopt = AdoptAverage(keys: dependencies.keys, now: dependencies.moment)
        return try await dependencies.pool.idempotent(request) { tx in
            let changed = try await adopt(of: person, request.requireMatch(version:), tx)
            return try .json(SettingsView(changed), version: changed.settingsVersion)
        }
    }
}
