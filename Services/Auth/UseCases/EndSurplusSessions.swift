import CareModels
import Foundation
import Postgres

/// Of who has very many sessions those end that were used longest ago: nobody uses so many, and whoever has got hold of an account could otherwise begin so many that no
/// transaction ends them in time, when they are to be shut out.
struct EndSurplusSessions: Sendable {
    /// Looked at again: ten times as long as a sweep takes to come, so that one that was missed changes nothing.
    static let lately: TimeInterval = 600
    private static let mostPeople = 20

    let most: Int
    var batch = 500
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        let people = try await tx.people(withMoreSessionsThan: most, newSince: now.addingTimeInterval(-Self.lately), limit: Self.mostPeople, now: now)
        for person in people {
            let ids = try await tx.lockSessions(of: person, beyond: most, limit: batch, now: now)
            try await AnnounceEnds(now: now)(try await tx.end(ids, reason: .logout, now: now), tx)
            try await tx.audit(AuditEntry(.sessionsEnded, at: now, from: .platform, user: person))
        }
        return !people.isEmpty
    }
}
