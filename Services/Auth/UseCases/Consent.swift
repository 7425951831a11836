import Foundation
import Postgres

/// Somebody agrees to what an app asks for, which gets its code in the same commit.
struct Consent: Sendable {
    let issue: IssueCode
    let now: @Sendable () -> Date

    func callAsFunction(_ grant: CodeGrant, from origin: Origin, _ tx: Transaction) async throws {
        let (user, now) = (grant.signedIn.userID, now())
        // It locks the account, which comes before what was agreed to in the order of locks.
        try await issue(grant, tx)
        try await tx.grant(AuthorizationStep.shown(grant.scopes, grant.request), to: grant.request.clientID, by: user, now: now)
        try await tx.audit(AuditEntry(.consented, at: now, from: origin, user: user))
    }
}
