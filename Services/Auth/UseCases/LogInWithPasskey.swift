import CareModels
import Foundation
import Postgres

/// Somebody logs in on our page with a passkey, whose device has asked who holds it: both factors at once, without a name or a password to guess at.
struct LogInWithPasskey: Sendable {
    let begin: BeginBrowserSession
    /// Throws where they have been let in too often.
    let pace: @Sendable (UserID) throws -> Void
    let now: @Sendable () -> Date

    /// `claimed`: whose passkey it has to be, where that was known before. Gives when the account is erased, where that was asked for: as `LogInBrowser`.
    func callAsFunction(
        _ assertion: PasskeyAssertion, claimed: UserID?, _ browser: BrowserLogin, from origin: Origin, _ tx: Transaction
    ) async throws -> (user: UserRecord, eraseAt: Date?) {
        let now = now()
        guard let owner = try await tx.passkeyOwner(assertion.credentialID), isWhoItSays(owner, assertion, claimed) else { throw PasskeyRefusal.wrong }
        guard let user = try await tx.lockedUser(owner), let passkey = try await tx.lockedPasskey(assertion.credentialID, of: owner) else {
            throw PasskeyRefusal.wrong
        }
        guard PasskeyPublicKey(passkey.publicKey)?.accepts(assertion.signature, for: assertion.signed) == true else { throw PasskeyRefusal.wrong }
        guard assertion.isBackupEligible == passkey.isBackupEligible else { throw PasskeyRefusal.wrong }
        guard Passkey.goesOn(Int64(assertion.signCount), after: passkey.signCount) else { throw PasskeyRefusal.copied }
        try pace(owner)
        guard let door = try await tx.door(of: owner), !door.isSuspended else { throw Refusal.suspended }
        // Whose it was meant for shows that by the password that the operator has told them; a passkey may be that of who had taken the account over.
        guard !user.mustChangePassword else { throw Refusal.passwordToBeChanged }
        try await tx.noteUse(of: passkey.id, signCount: Int64(assertion.signCount), isBackedUp: assertion.isBackedUp, now: now)
        if let eraseAt = door.eraseAt {
            try await OfferToKeep(now: self.now)(owner, browser, from: origin, tx)
            return (user, eraseAt)
        }
        try await begin(browser, user: owner, by: .passkey(isBackupEligible: passkey.isBackupEligible), tx)
        try await tx.audit(AuditEntry(.loggedIn, at: now, from: origin, user: owner))
        return (user, nil)
    }

    /// Without a name before it the device says whose it is (WebAuthn, 7.2, step 6).
    private func isWhoItSays(_ owner: UserID, _ assertion: PasskeyAssertion, _ claimed: UserID?) -> Bool {
        if let handle = assertion.userHandle, handle != owner.handle { return false }
        return claimed.map { $0 == owner } ?? (assertion.userHandle != nil)
    }
}
