import Foundation
import Postgres

/// After a try: the client knows, or it is told again later, or it is given up.
struct FinishLogoutNotice: Sendable {
    enum Outcome: String, Sendable { case sent, putOff = "put_off", givenUp = "given_up" }

    let now: @Sendable () -> Date

    func callAsFunction(_ notice: LogoutNotice, isTold: Bool, _ tx: Transaction) async throws -> Outcome {
        if isTold {
            try await tx.deleteLogoutNotice(notice.session)
            return .sent
        }
        switch Retry.step(after: notice.attempts, deadline: notice.deadline, now: now()) {
        case .again(let next):
            try await tx.putOff(notice, to: next)
            return .putOff
        case .giveUp:
            try await tx.deleteLogoutNotice(notice.session)
            return .givenUp
        }
    }
}
