import CareModels
import Foundation
import Outbox
import Postgres
import Telemetry

/// Erases whose time to think again is over: one person in a transaction, which locks much. Whoever cannot be erased keeps nobody else.
struct EraseDue: Sendable {
    /// Passed over in one transaction: of each the account stays locked until its end.
    private static let mostFailures = 10

    let erase: ErasePerson
    let now: @Sendable () -> Date

    /// True when there may be more. Throws when there is nobody but those who cannot be erased, so that it is counted, and tried again later.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        var failed: [UserID] = []
        var failure: (any Error)?
        while failed.count < Self.mostFailures, let person = try await tx.lockedPersonToErase(now: now(), except: failed) {
            switch try await tx.attempt({ try await erase(person, from: .platform, tx) }) {
            case .success: return true
            case .failure(let error):
                // What passes is everybody's.
                guard FaultKind(error) == .poison else { throw error }
                Log.error("an account that is due cannot be erased", ["user": "\(person)", "error": ErrorLabel.of(error)])
                failed.append(person)
                failure = error
            }
        }
        if let failure { throw failure }
        return false
    }
}
