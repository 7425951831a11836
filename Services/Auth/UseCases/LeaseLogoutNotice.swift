import Foundation
import Postgres

/// Takes an end of a session that a client is to be told of: nobody else tells it meanwhile. What came too late is dropped.
struct LeaseLogoutNotice: Sendable {
    enum Outcome: Sendable {
        case leased(LogoutNotice, LogoutNotice.Target)
        case dropped(LogoutNotice)
        case none
    }

    let now: @Sendable () -> Date

    /// `busy`: clients that are told enough at the same time.
    func callAsFunction(busy: [String], _ tx: Transaction) async throws -> Outcome {
        let now = now()
        guard let notice = try await tx.leaseLogoutNotice(until: now.addingTimeInterval(Retry.lease), busy: busy, now: now) else { return .none }
        if let target = notice.target, notice.deadline > now { return .leased(notice, target) }
        try await tx.deleteLogoutNotice(notice.session)
        return .dropped(notice)
    }
}
